// The built-in server `time-wasm`, in AssemblyScript: one tool, `time.now`, over MCP on stdin and stdout. It reads the clock and nothing else.
// `build.mjs` beside it makes the module; what is built stands in `../time-module.ts`.

@external("wasi_snapshot_preview1", "fd_read")
declare function fd_read(fd: i32, buffers: usize, count: i32, read: usize): i32;
@external("wasi_snapshot_preview1", "fd_write")
declare function fd_write(fd: i32, buffers: usize, count: i32, written: usize): i32;
@external("wasi_snapshot_preview1", "clock_time_get")
declare function clock_time_get(clock: i32, precision: i64, time: usize): i32;

const maxLine: i32 = 262144;
/** The words of a WASI call, the line that comes in, the answer that goes out. */
const words: usize = memory.data(64);
const line: usize = memory.data(262144);
const out: usize = memory.data(270336);

let lineLength: i32 = 0;
let isTooLong: bool = false;
let outLength: i32 = 0;

export function _start(): void {
  while (readLine()) answer();
}

/** False at the end of the input. A line that is too long is read to its end, and answered as one that cannot be read. */
function readLine(): bool {
  lineLength = 0;
  isTooLong = false;
  while (true) {
    store<u32>(words, <u32>(words + 32));
    store<u32>(words, 1, 4);
    if (fd_read(0, words, 1, words + 16) != 0 || load<u32>(words, 16) == 0) return lineLength > 0;
    const byte = load<u8>(words, 32);
    if (byte == 10) return true;
    if (lineLength >= maxLine) isTooLong = true;
    else store<u8>(line + lineLength++, byte);
  }
}

/** Where a member's value begins and ends, in `found` and `foundEnd`. */
let found: i32 = 0;
let foundEnd: i32 = 0;

function answer(): void {
  if (isBlank()) return;
  if (isTooLong || at(skipSpace(0)) != 0x7b || valueEnd(skipSpace(0)) < 0) return reply(-1, 0, failure(-32700, "Parse error"));
  if (!member(skipSpace(0), "id")) return;
  const id = found;
  const idEnd = foundEnd;
  if (!member(skipSpace(0), "method")) return reply(id, idEnd, failure(-32600, "Invalid request"));
  if (isText("initialize")) return reply(id, idEnd, '"result":{"protocolVersion":"2024-11-05","capabilities":{"tools":{}},"serverInfo":{"name":"time-wasm","version":"1.0.0"}}');
  if (isText("ping")) return reply(id, idEnd, '"result":{}');
  if (isText("tools/list")) return reply(id, idEnd, '"result":{"tools":[{"name":"time.now","description":"The current date and time in UTC, in ISO 8601","inputSchema":{"type":"object","properties":{}},"annotations":{"readOnlyHint":true}}]}');
  if (!isText("tools/call")) return reply(id, idEnd, failure(-32601, "Method not found"));
  const isNow = member(skipSpace(0), "params") && at(found) == 0x7b && member(found, "name") && isText("time.now");
  if (isNow) reply(id, idEnd, '"result":{"content":[{"type":"text","text":"' + isoNow() + '"}]}');
  else reply(id, idEnd, failure(-32602, "Unknown tool; there is time.now"));
}

function failure(code: i32, message: string): string {
  return '"error":{"code":' + code.toString() + ',"message":"' + message + '"}';
}

/** `id` is copied as it came, number or text; -1 stands for null. */
function reply(id: i32, idEnd: i32, rest: string): void {
  outLength = 0;
  put('{"jsonrpc":"2.0","id":');
  if (id < 0) put("null");
  else for (let i = id; i < idEnd; i++) store<u8>(out + outLength++, at(i));
  put("," + rest + "}\n");
  let from: i32 = 0;
  while (from < outLength) {
    store<u32>(words, <u32>(out + from));
    store<u32>(words, outLength - from, 4);
    if (fd_write(1, words, 1, words + 16) != 0 || load<u32>(words, 16) == 0) return;
    from += load<u32>(words, 16);
  }
}

/** All that is written of our own is ASCII. */
function put(text: string): void {
  for (let i = 0; i < text.length; i++) store<u8>(out + outLength++, <u8>text.charCodeAt(i));
}

function at(place: i32): i32 {
  return place < lineLength ? <i32>load<u8>(line + place) : 0;
}

function isSpace(byte: i32): bool {
  return byte == 0x20 || byte == 0x09 || byte == 0x0d;
}

function isBlank(): bool {
  return !isTooLong && skipSpace(0) >= lineLength;
}

function skipSpace(place: i32): i32 {
  while (place < lineLength && isSpace(at(place))) place++;
  return place;
}

/** Where the JSON value at a place ends, or -1 where it has no end: by its brackets and texts. */
function valueEnd(place: i32): i32 {
  let depth: i32 = 0;
  while (place < lineLength) {
    const byte = at(place);
    if (byte == 0x22) {
      place = textEnd(place);
      if (place < 0) return -1;
    } else if (byte == 0x7b || byte == 0x5b) {
      depth++;
      place++;
    } else if (byte == 0x7d || byte == 0x5d) {
      depth--;
      place++;
      if (depth < 0) return -1;
    } else if (depth > 0 || isSpace(byte) || byte == 0x2c || byte == 0x3a) {
      if (depth == 0) return place;
      place++;
      continue;
    } else {
      while (place < lineLength && !isSpace(at(place)) && at(place) != 0x2c && at(place) != 0x7d && at(place) != 0x5d) place++;
    }
    if (depth == 0) return place;
  }
  return -1;
}

function textEnd(place: i32): i32 {
  for (place++; place < lineLength; place++) {
    if (at(place) == 0x5c) place++;
    else if (at(place) == 0x22) return place + 1;
  }
  return -1;
}

/** Finds a member of the object at a place. */
function member(object: i32, name: string): bool {
  let place = skipSpace(object + 1);
  while (place < lineLength && at(place) == 0x22) {
    const nameStart = place;
    const nameEnd = textEnd(place);
    if (nameEnd < 0) return false;
    place = skipSpace(nameEnd);
    if (at(place) != 0x3a) return false;
    const start = skipSpace(place + 1);
    const end = valueEnd(start);
    if (end < 0) return false;
    if (isSame(nameStart, nameEnd, name)) {
      found = start;
      foundEnd = end;
      return true;
    }
    place = skipSpace(end);
    if (at(place) != 0x2c) return false;
    place = skipSpace(place + 1);
  }
  return false;
}

/** Whether the value that was found is this text. */
function isText(text: string): bool {
  return at(found) == 0x22 && isSame(found, foundEnd, text);
}

/** Compares a text in quotes. A name that is written with escapes is none of ours. */
function isSame(start: i32, end: i32, text: string): bool {
  if (end - start != text.length + 2) return false;
  for (let i = 0; i < text.length; i++) if (at(start + 1 + i) != text.charCodeAt(i)) return false;
  return true;
}

/** The days of the calendar after Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms". */
function isoNow(): string {
  if (clock_time_get(0, 1000000, words + 40) != 0) return "unknown";
  const ms = load<u64>(words, 40) / 1000000;
  const days = <i64>(ms / 86400000);
  const rest = ms % 86400000;
  const shifted = days + 719468;
  const era = shifted / 146097;
  const dayOfEra = shifted - era * 146097;
  const yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146096) / 365;
  const dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
  const fromMarch = (5 * dayOfYear + 2) / 153;
  const day = dayOfYear - (153 * fromMarch + 2) / 5 + 1;
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  const date = padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2);
  const time = padded(rest / 3600000, 2) + ":" + padded((rest / 60000) % 60, 2) + ":" + padded((rest / 1000) % 60, 2);
  return date + "T" + time + "." + padded(rest % 1000, 3) + "Z";
}

function padded(value: i64, length: i32): string {
  return value.toString().padStart(length, "0");
}
