// What is said of a fleet: each variant whose facts choose other words.
import { sharesUnable } from '../../contract/fleet.ts';
import type { ReasonKind, Reasons } from '../../contract/reasons.ts';

export type Variants = { readonly [K in ReasonKind]?: readonly Partial<Reasons[K]>[] };

const outboxKinds = (['audit', 'trace'] as const).map(of => ({ of }));

export const fleetVariants: Variants = {
  'fleet-credential-form': (['creds', 'nkey', 'nkey-as-creds', 'creds-as-nkey'] as const).map(form => ({ form })),
  'fleet-clock': [{ how: 'ahead' }, { how: 'behind' }],
  'fleet-left': [
    { entries: 0, shares: 0, rules: 0, clients: 0 },
    { entries: 1, shares: 1, rules: 1, clients: 1 },
    { entries: 38, shares: 0, rules: 2, clients: 0 },
    { entries: 0, shares: 2, rules: 0 },
  ],
  'fleet-joined': [{ roles: [] }, { roles: ['‹a›', '‹b›'] }],
  'fleet-shown': [{ shown: [] }, { shown: ['‹a›', '‹b›'] }],
  'fleet-share-set': [
    { hubs: ['‹a›'], roles: [], tools: [], readOnly: false },
    { hubs: ['‹a›', '‹b›'], roles: ['‹c›'], tools: ['‹d›'], readOnly: true },
    { hubs: [], roles: ['‹c›'], tools: [], readOnly: true },
  ],
  'gateway-client-refused': (
    [
      ...(['too-large', 'no-json', 'unsigned', 'unknown-key', 'wrong-signature', 'does-not-fit'] as const),
      ...(['elsewhere', 'older', 'future', 'expired'] as const),
    ] as const
  ).map(so => ({ so })),
  'setup-not-so': (
    [
      ...([
        'open',
        'open-folder',
        'no-plain-file',
        'address-user',
        'large',
        'empty',
        'token',
        'no-endpoint',
        'plain-http',
        'proofs',
        'no-fleet',
        'no-server',
      ] as const),
      ...(['nobody', 'shared-twice', 'runs', 'policy-unread', 'placeholder'] as const),
    ] as const
  ).map(so => ({ so })),
  'gateway-stands': (
    ['drains', 'offline', 'clients-unread', 'policy-refused', 'audit-waits', 'audit-late'] as const
  ).map(so => ({ so })),
  'fleet-not-online': (['joining', 'offline', 'refused'] as const).map(so => ({ so })),
  'gateway-fleet': (['joining', 'online', 'offline', 'refused'] as const).map(so => ({ so })),
  'fleet-share-unable': sharesUnable.flatMap(so => [true, false].map(ofGroup => ({ so, ofGroup }))),
  'gateway-export': (['failing', 'ok'] as const).flatMap(so =>
    (['spans', 'metrics', 'logs'] as const).map(of => ({ of, so })),
  ),
  'fleet-nobody-takes': [{ hub: null }, { hub: '‹hub›' }],
  'fleet-share-used': [{ hub: null }, { hub: '‹hub›' }],
  'fleet-share-unused': [{ hub: null }, { hub: '‹hub›' }],
  'fleet-use-none': [{ hub: null }, { hub: '‹hub›' }],
  'fleet-use-unknown': [
    { hub: null, known: [] },
    { hub: '‹hub›', known: ['‹a›', '‹b›'] },
  ],
  'fleet-retention-set': [
    { auditDays: 30, traceDays: null },
    { auditDays: null, traceDays: 7 },
    { auditDays: 30, traceDays: 7 },
  ],
  'fleet-audit-waits': [{ entries: 1 }, { entries: 2 }],
  'fleet-outbox-refused': outboxKinds,
  'fleet-outbox-full': outboxKinds,
  'fleet-outbox-no-stream': outboxKinds,
  'fleet-outbox-too-large': outboxKinds,
  'fleet-outbox-silent': outboxKinds,
  'fleet-outbox-branched': outboxKinds,
  'fleet-holds': [
    { so: 'paused', because: null, version: 4, signer: '‹signer›', agent: '‹agent›' },
    { so: 'stopped', because: null, version: 4, signer: '‹signer›', agent: '‹agent›' },
    { so: 'stopped', because: '‹because›', version: 4, signer: '‹signer›', agent: '‹agent›' },
  ],
  'fleet-policy-fault': (
    [
      ...([
        'too-large',
        'no-json',
        'unsigned',
        'unknown-key',
        'wrong-signature',
        'does-not-fit',
        'rolled-back',
      ] as const),
      ...([
        'same-version',
        'future',
        'expired',
        'locks-out-subject',
        'locks-out-agent',
        'locks-out-everything',
      ] as const),
      ...([
        'tampered',
        'withdrawn',
        'none',
        'not-joined',
        'offline',
        'raced',
        'key-none',
        'key-there',
        'signer-none',
        'signers-many',
        'seen',
      ] as const),
      ...(['key-not-named', 'not-stopped', 'pause-holds', 'not-published', 'no-moment'] as const),
    ] as const
  ).map(so => ({ so })),
  'fleet-policy-deed': [
    { how: 'taken', pausesAll: false, rules: 1, stopped: 0 },
    { how: 'taken', pausesAll: false, rules: 1, stopped: 1 },
    { how: 'taken', pausesAll: true, rules: 2, stopped: 2 },
    ...(['ended', 'refused', 'key-made', 'published', 'replace', 'pause'] as const).map(how => ({ how })),
    ...(['signers', 'trust', 'distrust', 'resume', 'stop-agent', 'allow-agent'] as const).map(how => ({ how })),
  ],
};
