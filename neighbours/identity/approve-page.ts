/** The page where a user approves an agent: it signs the user in and submits the code. */
export const APPROVE_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Approve an agent</title>
<style>body { font: 1rem/1.5 system-ui; max-width: 30rem; margin: 3rem auto; padding: 0 1rem } label { display: block }</style>
<h1>Approve an agent</h1>
<p>An agent wants to act for you. Approve it only if you started it yourself and it shows the same code.</p>
<form>
  <label>Code <input name="code" required autocomplete="off"></label>
  <label>Email <input name="email" type="email" required autocomplete="username"></label>
  <label>Password <input name="password" type="password" required autocomplete="current-password"></label>
  <button value="approve">Approve</button> <button value="deny">Deny</button>
</form>
<p role="status"></p>
<script type="module">
  const form = document.querySelector("form");
  const query = new URLSearchParams(location.search);
  form.code.value = query.get("code") ?? "";
  const post = (path, body) =>
    fetch("/api/auth" + path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const status = document.querySelector("[role=status]");
    const { email, password, code } = Object.fromEntries(new FormData(form));
    const signedIn = await post("/sign-in/email", { email, password });
    if (!signedIn.ok) return void (status.textContent = "The email address or the password is wrong.");
    const answer = await post("/agent/approve-capability", {
      agent_id: query.get("agent_id"), action: event.submitter.value, user_code: code,
    });
    status.textContent = answer.ok ? "Done. You can close this page." : ((await answer.json()).message ?? "The approval failed.");
  });
</script>
</html>
`;
