// The two accounts of a fleet at NATS: streams and buckets in one of their own, which hubs reach by what it exports and no other way.
import { fleetBuckets, fleetStreams, fleetSubjects } from './fleet-subjects.ts';

export interface FleetAccounts {
  /** What hubs ask of the account of the streams. */
  readonly services: readonly string[];
  /** What JetStream brings to them. */
  readonly streams: readonly string[];
}

export const accountNames = { streams: 'FLEET_STREAMS', hubs: 'FLEET' } as const;

/**
 * What JetStream answers goes to an address in the account of whoever asks, where no stream listens. Each subject has to end with a wildcard:
 * by one without, the server hands such an answer on.
 */
export function fleetAccounts(prefix: string): FleetAccounts {
  const subjects = fleetSubjects(prefix, '*');
  return {
    services: [
      ...fleetStreams.map(stream => subjects.own(stream)),
      ...fleetBuckets.map(bucket => `$KV.${subjects.bucket(bucket)}.>`),
      '$JS.API.>',
      '$JS.FC.>',
    ],
    streams: [`_INBOX.${prefix}.>`],
  };
}

/** As it stands in the configuration of a NATS server; `users` are lines for each account. */
export function accountsText(
  { services, streams }: FleetAccounts,
  users: { readonly streams: readonly string[]; readonly hubs: readonly string[] },
): string {
  const from = accountNames.streams;
  return [
    'accounts {',
    `  ${accountNames.streams} {`,
    '    jetstream: enabled',
    ...listOf('users', users.streams),
    ...listOf('exports', [
      ...services.map(subject => `{ service: ${JSON.stringify(subject)}${manyAnswers(subject)} }`),
      ...streams.map(subject => `{ stream: ${JSON.stringify(subject)} }`),
    ]),
    '  }',
    `  ${accountNames.hubs} {`,
    ...listOf('users', users.hubs),
    ...listOf('imports', [
      ...services.map(subject => `{ service: { account: ${from}, subject: ${JSON.stringify(subject)} } }`),
      ...streams.map(subject => `{ stream: { account: ${from}, subject: ${JSON.stringify(subject)} } }`),
    ]),
    '  }',
    '}',
  ].join('\n');
}

function listOf(name: string, lines: readonly string[]): string[] {
  return [`    ${name}: [`, ...lines.map(line => `      ${line}`), '    ]'];
}

function manyAnswers(subject: string): string {
  return subject === '$JS.API.>' ? ', response_type: stream' : '';
}
