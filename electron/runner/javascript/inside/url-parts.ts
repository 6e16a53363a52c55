// The parts of an address that a script reads and writes; `origin` besides is only read.

export const urlParts = [
  'href',
  'protocol',
  'username',
  'password',
  'host',
  'hostname',
  'port',
  'pathname',
  'search',
  'hash',
] as const;
