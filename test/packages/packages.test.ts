import { test } from "vitest";
import { hunt } from "./hunt.ts";

test("hunt", () => {
  const { broken, ...rest } = hunt({
    packages: Number(process.env.PACKAGES ?? 300),
    candidates: 30,
    seed: Number(process.env.SEED ?? 1),
    maxShrunk: Number(process.env.SHRINK ?? 0),
  });
  console.log(rest);
  for (const { fault, count, seed, parts, candidate } of broken) {
    console.log(`${count} × ${fault} (seed ${seed})`);
    if (process.env.SHRINK)
      console.log(JSON.stringify({ ...parts }), "\n   candidate", JSON.stringify(candidate));
  }
}, 600_000);
