/**
 * `npm run docs -- images`: opens the built workbench in chromium and writes docs/images, for the README and the docs.
 * `npm run docs -- images FOLDER` writes every main state at the width of a desktop and of a phone, in light and dark,
 * into a folder, to look at after a change.
 */
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { buildWebIfStale } from "./build-web.mjs";
import { webm } from "./webm.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const KEY = "ai_0123456789abcdef0123";
const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const RECORDS = "plate,minutes,arrived\nB-XY 123,95,2026-02-01\nHH-AB 9,12,2026-02-01\n";
/** A draft with a few problems of different kinds. */
const FAULTY = {
  owner: { kind: "human", id: "ada@example.org" },
  generatorId: "parking ticket",
  generatorName: "Parking ticket",
  description: "Tickets of a car park: the plate, and how long the car stayed.",
  outputFields: [
    { name: "plate", type: "string", description: "Licence plate" },
    { name: "minutes", type: "int", description: "Duration of the stay" },
  ],
  supportedStrategies: ["fast", "realistic"],
  sampleRecords: [
    { plate: "B-XY 123", minutes: 95 },
    { plate: "HH-AB 9", minutes: 12 },
  ],
};

const states = {
  start: (page) => page.locator(".start-card").first().waitFor(),
  form: async (page) => {
    await page.getByRole("button", { name: "Start with an empty form" }).click();
    await page.locator(".to-fill").waitFor({ state: "attached" });
  },
  faulty: async (page) => {
    await states.form(page);
    await openDraft(page, FAULTY);
    await page.locator(".problem").first().waitFor({ state: "attached" });
  },
  json: async (page) => {
    await states.faulty(page);
    await page.getByRole("tab", { name: "JSON" }).click();
    await page.locator(".cm-lintRange").first().waitFor();
  },
  studio: async (page) => {
    await page.getByText("The package loads").waitFor();
    await page.locator(".example-list button").nth(2).click();
    await page.locator(".cm-lintRange-error").first().waitFor();
  },
  package: async (page) => {
    await page.locator(".start-example").first().click();
    await setKey(page);
    await page.getByRole("button", { name: "Build package" }).click();
    await page.getByRole("heading", { name: "Package built" }).waitFor();
  },
};

async function openDraft(page, draft) {
  const buffer = Buffer.from(JSON.stringify(draft));
  await page
    .getByLabel("Open a file")
    .setInputFiles({ name: "draft.json", mimeType: "application/json", buffer });
  await page.locator("dialog button[type=submit]:enabled").click();
}

async function setKey(page) {
  await page.locator(".key-button").click();
  await page.getByLabel("Key", { exact: true }).fill(KEY);
  await page.getByRole("button", { name: "Use this key" }).click();
}

async function startService() {
  const env = {
    ...process.env,
    PORT: "0",
    PREFLIGHT_API_KEYS: KEY,
    PREFLIGHT_RATE_LIMIT: "1000",
    LOG_LEVEL: "error",
  };
  const service = spawn(process.execPath, [join(root, "dist/service/server/main.js")], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise((found, failed) => {
    service.stdout.on("data", (text) => {
      const [address] = /http:\/\/[\d.:]+/.exec(String(text)) ?? [];
      if (address !== undefined) found(address);
    });
    service.on("exit", () => failed(new Error("The service did not start. Run npm run build first.")));
  });
  return { url, stop: () => service.kill() };
}

/** One picture: the page at a path, brought into a state. */
async function shoot(browser, url, file, { path = "/", state, viewport = DESKTOP, colorScheme = "light" }) {
  const page = await browser.newPage({ viewport, colorScheme });
  await page.goto(url + path);
  await state?.(page);
  await page.mouse.move(0, 0);
  await page.evaluate("document.activeElement?.blur()");
  await page.screenshot({ path: file });
  await page.close();
}

/** A short film: pictures of each step, which chromium itself encodes. */
async function record(browser, url, file) {
  const page = await browser.newPage({ viewport: DESKTOP });
  const frames = [];
  const snap = async (milliseconds = 900) => {
    await page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))");
    frames.push({
      data: (await page.screenshot()).toString("base64"),
      milliseconds,
    });
  };
  const type = async (label, text) => {
    const field = page.getByLabel(label).first();
    await field.click();
    for (let at = 0; at < text.length; at += 6) {
      await page.keyboard.type(text.slice(at, at + 6));
      await snap(140);
    }
    await snap(300);
  };
  await page.goto(url);
  await states.start(page);
  await snap(1500);
  await page.getByRole("button", { name: "Paste anything" }).click();
  await page.getByLabel("Text", { exact: true }).fill(RECORDS);
  await page.locator("dialog button[type=submit]:enabled").waitFor();
  await snap(1400);
  await page.locator("dialog button[type=submit]").click();
  await page.locator(".form").waitFor();
  await snap(1600);
  await type(/^ID$/, "ada@example.org");
  await type("Generator ID", "parking ticket");
  await type("Generator name", "Parking ticket");
  await type(/^Description$/, "Tickets of a car park: the plate, and how long the car stayed.");
  await page.locator(".problem .fix button").first().waitFor();
  await snap(1600);
  await page.locator(".problem .fix button").first().click();
  await snap(1200);
  for (const [index, text] of ["Licence plate", "Duration of the stay", "Day of arrival"].entries())
    await page
      .getByLabel(/^Description of/)
      .nth(index)
      .fill(text);
  await page.getByLabel("realistic").check();
  await page.getByLabel("fast").check();
  await page.getByLabel(/^Rationale notes/).fill("Parking data is asked for in many demos.");
  await page.getByLabel(/^Rationale notes/).scrollIntoViewIfNeeded();
  await page.locator(".verdict.is-local").waitFor();
  await snap(1600);
  await setKey(page);
  await page.getByRole("button", { name: "Build package" }).click();
  await page.getByRole("heading", { name: "Package built" }).waitFor();
  await snap(3000);
  await page.close();
  const encoder = await browser.newPage();
  // Only a page of a secure origin may encode.
  await encoder.goto(`${url}/problems`);
  const film = await encoder.evaluate(encode, { frames, ...DESKTOP });
  const decoded = film.frames.map(({ data, ...frame }) => ({ ...frame, data: Buffer.from(data, "base64") }));
  writeFileSync(file, webm({ ...DESKTOP, duration: film.duration, frames: decoded }));
}

/* global document, Image, VideoEncoder, VideoFrame */
/** Runs in the page: the frames as VP8, each with its moment. */
async function encode({ frames, width, height }) {
  const encoded = [];
  const encoder = new VideoEncoder({
    output(chunk) {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      let text = "";
      for (const byte of bytes) text += String.fromCharCode(byte);
      encoded.push({
        data: btoa(text),
        milliseconds: Math.round(chunk.timestamp / 1_000),
        isKey: chunk.type === "key",
      });
    },
    error(error) {
      throw error;
    },
  });
  encoder.configure({
    codec: "vp8",
    width,
    height,
    bitrate: 6_000_000,
    framerate: 10,
    latencyMode: "quality",
  });
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = canvas.getContext("2d");
  let at = 0;
  let lastKey = 0;
  for (const { data, milliseconds } of frames) {
    const image = Object.assign(new Image(), { src: `data:image/png;base64,${data}` });
    await image.decode();
    context.drawImage(image, 0, 0);
    // A picture that stays is sent again now and then: the encoder sharpens it each time.
    for (const until = at + milliseconds; at < until; at += 100) {
      const frame = new VideoFrame(canvas, { timestamp: at * 1_000 });
      const keyFrame = at === 0 || at - lastKey > 10_000;
      if (keyFrame) lastKey = at;
      encoder.encode(frame, { keyFrame });
      frame.close();
    }
  }
  await encoder.flush();
  return { frames: encoded, duration: at };
}

await buildWebIfStale();
const folder = process.argv[2];
const service = await startService();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  if (folder === undefined) {
    const images = join(root, "docs/images");
    mkdirSync(images, { recursive: true });
    const at = (name) => join(images, name);
    await shoot(browser, service.url, at("workbench.png"), { state: states.faulty });
    await shoot(browser, service.url, at("workbench-json.png"), { state: states.json, colorScheme: "dark" });
    await shoot(browser, service.url, at("workbench-phone.png"), { state: states.faulty, viewport: PHONE });
    await shoot(browser, service.url, at("studio.png"), { path: "/studio", state: states.studio });
    await shoot(browser, service.url, at("rules.png"), { path: "/rules" });
    await shoot(browser, service.url, at("api-reference.png"), { path: "/docs#validateProposal" });
    await record(browser, service.url, at("workbench.webm"));
  } else {
    mkdirSync(folder, { recursive: true });
    for (const [size, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE }))
      for (const colorScheme of ["light", "dark"]) {
        const at = (name) => resolve(folder, `${name}-${size}-${colorScheme}.png`);
        for (const [name, state] of Object.entries(states)) {
          const path = name === "studio" ? "/studio" : "/";
          await shoot(browser, service.url, at(name), { path, state, viewport, colorScheme });
        }
        for (const path of ["/docs", "/rules", "/problems"])
          await shoot(browser, service.url, at(path.slice(1)), { path, viewport, colorScheme });
      }
  }
} finally {
  await browser.close();
  service.stop();
}
