-- Types into a Neovim that runs in a terminal of this one, and writes down what it shows.
-- Usage: nvim --headless -u NONE -c "luafile neovim.lua", with INIT, DRAFT and SCREENS in the environment.
vim.o.columns = 100
vim.o.lines = 26
vim.cmd("enew")
local arguments = { "nvim", "-u", vim.env.INIT, "-n", "-i", "NONE", vim.env.DRAFT }
local inner = vim.fn.termopen(arguments)
local screens = {}

local function screen()
  local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  return (table.concat(lines, "\n"):gsub("[ \n]+$", ""))
end

local function wait_for(what, is_there)
  local done = vim.wait(120000, function() return is_there(screen()) end, 20)
  if not done then
    io.stderr:write("never saw " .. what .. ":\n" .. screen() .. "\n")
    vim.cmd("cquit 1")
  end
end

local function shows(text)
  wait_for(text, function(now) return now:find(text, 1, true) ~= nil end)
end

local function keep() table.insert(screens, screen()) end
local function type_in(keys) vim.fn.chansend(inner, keys) end

shows("There is no member")
shows("is not allowed here")
keep()
type_in("/int #\r:lua vim.lsp.buf.code_action()\r")
shows("Type number")
keep()
type_in("1\r")
wait_for("the end of the problem", function(now) return now:find("is not allowed", 1, true) == nil and now:find("type: integer", 1, true) ~= nil end)
type_in(":w\r")
shows("written")
keep()
type_in(":q\r")
vim.fn.jobwait({ inner })
vim.fn.writefile({ vim.json and vim.json.encode(screens) or vim.fn.json_encode(screens) }, vim.env.SCREENS)
vim.cmd("qall!")
