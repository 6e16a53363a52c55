// What `pilothouse serve --gateway` and `pilothouse fleet client` say, in English.
import type { GatewayWords } from '../gateway-words.ts';

export const gatewayCliWords: GatewayWords = {
  gatewayNeeds: option => `A gateway needs ${option}; docs/gateway.md says what for.`,
  gatewayRuns: (host, port) => `The gateway listens at ${host}:${port}; /readyz says when it carries calls out.`,
  gatewayDrains: seconds => `The gateway takes nothing more; calls under way have ${seconds} s to end.`,
  gatewayAuditLost: count =>
    `The fleet has not acknowledged ${count} lines of the audit; they stand above, one JSON object per line, and are kept nowhere else.`,
  gatewayNoHost: text =>
    `${JSON.stringify(text)} is no host; name one like mcp.example.com, with a port where it is not the usual.`,
  gatewayNoListen: text => `${JSON.stringify(text)} is no address to listen at; use one like 0.0.0.0:8080.`,
  gatewayPortTaken: listen =>
    `${listen} is in use by another program; end that, or name another address with --listen.`,
  gatewayStateKey: (file, least) =>
    `${file} has to hold at least ${least} characters of a secret; make it with: head -c 32 /dev/urandom | base64`,
  gatewayNoOtlp: text =>
    `${JSON.stringify(text)} is no address of a receiver; use one like https://collector.example:4318, without a query. What is secret goes into the file of --otlp-headers.`,
  gatewayPlainOtlp: address =>
    `${address} is another machine, and what goes there without TLS can be read on the way; use https, or allow it with --otlp-plain-http.`,
  gatewayNoHeader: (file, line) =>
    `Line ${line} of ${file} is no header; write "name: value", 20 at most, with a value of up to 4,000 plain characters.`,
  gatewayMetricsToken: file =>
    `${file} has to hold a token of 16 to 500 plain characters without spaces; make it with: head -c 32 /dev/urandom | base64`,
  gatewayNoGrant: text =>
    `${JSON.stringify(text)} is no grant; use a share like files or jun/files, with tools behind it like files=read,search.`,
  gatewayNeedsGrant: 'The client could do nothing; name what it may use with --grant.',
  gatewayNoExpiry: text => `${JSON.stringify(text)} is no moment that is to come; use one like 2027-01-31T00:00:00Z.`,
  gatewayNoKey: file =>
    `${file} holds no Ed25519 private key in PEM; make one with: openssl genpkey -algorithm ed25519`,
  gatewayClientThere: name => `There is a client ${name} already; remove it first, or name another.`,
  gatewayNoClient: name => `There is no client ${name}; pilothouse fleet client list names those that there are.`,
  gatewayRaced: name => `Somebody has changed the client ${name} meanwhile; look at it, then try again.`,
  gatewayClientAdded: (name, token) =>
    `${name} is signed and in the fleet. Its token, which is shown this once:\n${token}`,
  gatewayClientSet: name => `What ${name} may use is signed anew and in the fleet; its token stays the same.`,
  gatewayClientRemoved: name => `${name} is removed; every gateway refuses it from now on.`,
  gatewayNoClients: 'No client is in the bucket of gateways.',
  gatewayClientStates: {
    good: 'in force',
    removed: 'removed',
    expired: 'expired',
    unverified: 'not signed by a key that was named',
    unchecked: 'not checked; name the key that signed it with --signer',
  },
};
