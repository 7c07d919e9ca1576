/**
 * Keeps what V8 compiles, so that the next run of the same command starts in half of the time. Node has such a cache from
 * 22.8 on, but it keeps a file as it is before it runs, when hardly a function is compiled.
 *
 * Kept code is trusted as the files are that it was made from. So it lies beside the package, where nobody can write who
 * could not change those files as well. It has a digest of the file and of itself, because V8 would run damaged code, and
 * that of another file of the same length.
 */
const { createHash } = require("node:crypto");
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require("node:fs");
const { wrap } = require("node:module");
const { basename, dirname, join } = require("node:path");
const { constants, Script } = require("node:vm");

const DIGEST_BYTES = 32;

/** From now on, for every file of the bundle that is loaded. */
exports.keepCompiledCode = (root, command) => {
  const modules = dirname(root);
  if (basename(modules) !== "node_modules" || process.env.NODE_DISABLE_COMPILE_CACHE) return;
  const runtime = `${process.version}-${process.platform}-${process.arch}`;
  const folder = join(
    modules,
    ".cache",
    basename(root),
    runtime,
    /^[a-z]+$/.test(command) ? command : "other",
  );
  const compiled = [];
  require.extensions[".cjs"] = (module, filename) => {
    const path = join(folder, `${basename(filename, ".cjs")}.code`);
    const source = readFileSync(filename);
    const cachedData = readKept(path, source);
    const script = new Script(wrap(source.toString()), {
      filename,
      cachedData,
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
    if (cachedData === undefined || script.cachedDataRejected) compiled.push({ path, source, script });
    const require = (id) => module.require(id);
    script
      .runInThisContext()
      .call(module.exports, module.exports, require, module, filename, dirname(filename));
  };
  process.on("exit", () => {
    if (compiled.length > 0) keep(folder, compiled);
  });
};

function readKept(path, source) {
  try {
    const file = readFileSync(path);
    const data = file.subarray(DIGEST_BYTES);
    return digest(source, data).equals(file.subarray(0, DIGEST_BYTES)) ? data : undefined;
  } catch {
    return undefined;
  }
}

/** Where nothing can be written, every run compiles. */
function keep(folder, compiled) {
  try {
    mkdirSync(folder, { recursive: true });
    for (const { path, source, script } of compiled) {
      const data = script.createCachedData();
      const unfinished = `${path}.${process.pid}`;
      writeFileSync(unfinished, Buffer.concat([digest(source, data), data]));
      renameSync(unfinished, path);
    }
  } catch {}
}

function digest(source, data) {
  return createHash("sha256").update(source).update(data).digest();
}
