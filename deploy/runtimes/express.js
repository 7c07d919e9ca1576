/** `node express.js`: in an application that uses Express. */
import express from "express";
import { createGlue } from "./node-glue.js";
import { createPreflight } from "./preflight.js";

const app = express();
app.get("/own", (_request, response) => response.send("a route of the application"));
// Ahead of anything that reads bodies: the handler reads them itself.
app.use(createGlue((options) => createPreflight(process.env, options)));

const server = app.listen(Number(process.env.PORT ?? 8080), "127.0.0.1", () =>
  console.log(`http://127.0.0.1:${server.address().port}`),
);
