// Files that the build reads and writes.
import fs from 'node:fs';

/** `extra` over `base`, object by object. */
export function mergeJson(base, extra) {
  const isObject = value => value !== null && typeof value === 'object' && !Array.isArray(value);
  if (!isObject(base) || !isObject(extra)) return extra;
  const merged = { ...base };
  for (const [key, value] of Object.entries(extra)) merged[key] = key in base ? mergeJson(base[key], value) : value;
  return merged;
}

export function readJson(file) {
  return JSON.parse(fs.readFileSync(file, 'utf8'));
}

export function writeAtomically(file, text) {
  fs.writeFileSync(`${file}.${process.pid}`, text);
  fs.renameSync(`${file}.${process.pid}`, file);
}
