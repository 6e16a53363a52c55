// A web origin in its parts, of which the host says whose it is.

export interface OriginParts {
  /** Empty where it is https, as it should be. */
  readonly scheme: string;
  readonly host: string;
  /** With its colon; empty where it is the usual one. */
  readonly port: string;
  /** Plain http to another machine: anybody on the way may read it and change it. */
  readonly isOpen: boolean;
}

/** What is no origin is all host. */
export function originParts(origin: string): OriginParts {
  const [, scheme = '', host = origin, port = ''] = /^(https?:\/\/)([^/]*?)(:\d+)?$/.exec(origin) ?? [];
  const isHere = /^(?:localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);
  return { scheme: scheme === 'https://' ? '' : scheme, host, port, isOpen: scheme === 'http://' && !isHere };
}
