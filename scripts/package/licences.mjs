/** `node scripts/package/licences.mjs`: lists the libraries in the published package and fails if one may not be passed on. */
import { bundle } from "./bundle.mjs";
import { findRestricted } from "./libraries.mjs";

const libraries = await bundle({ write: false });
for (const { name, version, licence } of libraries) console.log(`${licence.padEnd(14)} ${name} ${version}`);
const restricted = findRestricted(libraries);
for (const { name, licence } of restricted)
  console.error(`${name} must not be bundled: its licence is ${licence}.`);
process.exitCode = restricted.length > 0 ? 1 : 0;
