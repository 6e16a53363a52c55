// What a host of spec 001 says of itself.
export interface ClaudeClock {
  readonly now: () => number;
  /** What the machine is called by its system; not told when absent. */
  readonly hostName?: (() => string) | undefined;
}

const version = '1.0.0';
const maxNameChars = 64;

/** Answers `get_status`; with the computer's name since 2.1.330. */
export function statusResponse({ hostName }: ClaudeClock): Record<string, unknown> {
  const name = computerName(hostName?.() ?? '');
  return { type: 'status_response', native_host_version: version, ...(name !== '' && { computer_name: name }) };
}

/** As the real host writes it: no control characters, no `.local` at the end. */
function computerName(name: string): string {
  const plain = name.replace(/\p{Cc}/gu, '').trim();
  return plain
    .replace(/\.local$/i, '')
    .trim()
    .slice(0, maxNameChars);
}
