// `pilothouse serve --gateway` of an installed app: gateways are for machines without one, and need the package for servers.

/** Rejects with a sentence. */
export function serveGateway(): Promise<never> {
  return Promise.reject(
    new Error(
      'An installed app serves no gateways: install the package with npm install -g pilothouse on the machine that is to, and run pilothouse serve --gateway there.',
    ),
  );
}
