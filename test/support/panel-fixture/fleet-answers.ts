// The fixture's answers about what its fleet has beside the link: policy and streams.
import { FleetOutboxSettingsSchema } from '../../../contract/schemas/fleet-outbox.ts';
import type { fleetOutboxRequests } from '../../../contract/schemas/fleet-outbox.ts';
import type { fleetPolicyRequests } from '../../../contract/schemas/fleet-policy-requests.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { Snapshot } from '../../../contract/schemas/snapshot.ts';

/** In a fleet with a policy, that denies the first grant that allows, and narrows the second. */
export function fleetPolicyAnswers(snapshot: () => Snapshot): Pick<PanelHandlers, keyof typeof fleetPolicyRequests> {
  const keys = [{ name: 'Jun', key: 'MCowBQYDK2VwAyEA', fingerprint: 'SHA256:fixture' }];
  const signed = { version: 1, signedBy: 'Ops' };
  return {
    'fleet:policy': () => ({
      policy: snapshot().hub.fleet?.policy ?? null,
      fingerprint: null,
      expires: null,
      rules: [
        {
          ...{ id: 'no-prod', effect: 'deny', subjects: [], scopes: ['servers:call'], tools: null, reading: false },
          ...{ where: [{ kind: 'server', serverId: 'prod-db' }], reason: 'Nothing writes there' },
        },
        {
          ...{ id: 'docs', effect: 'allow', subjects: [], scopes: ['servers:call'], tools: ['search'], reading: true },
          ...{ where: [{ kind: 'server', serverId: 'docs' }], reason: null },
        },
      ],
      catalogue: null,
      stoppedAgents: [],
      roles: { 'gpu-1': ['worker'], 'gpu-2': ['worker'], 'jun-laptop': ['platform'] },
      fault: null,
    }),
    'fleet:policy-versions': () => {
      const policy = snapshot().hub.fleet?.policy;
      if (!policy) return { versions: [], refused: 0 };
      const { signedBy, pausesAll, rules } = policy;
      const versions = [0, 1, 2].map(ago => ({
        ...{ signedBy, pausesAll, rules, fingerprint: 'SHA256:fixture', stoppedAgents: [] },
        version: policy.version - ago,
        signedAt: policy.signedAt - ago * 432_000_000,
      }));
      return { versions, refused: 0 };
    },
    'fleet:policy-narrows': () => {
      const allowing = Object.values(snapshot().grants).filter(({ effect }) => effect === 'allow');
      const rules = snapshot().hub.fleet?.policy
        ? [
            { rule: 'no-prod', reason: 'Nothing writes there' },
            { rule: 'less', reason: null },
          ]
        : [];
      return {
        narrowed: rules.flatMap((rule, at) =>
          allowing[at] ? [{ ...rule, grant: allowing[at], isWhole: at === 0 }] : [],
        ),
        fault: null,
      };
    },
    'fleet:at-hand': () => ({ name: 'ana-laptop', keys }),
    'fleet:new-key': ({ name }) => {
      const made = { key: 'MCowBQYDK2VwAyEB', fingerprint: 'SHA256:made-here' };
      keys.push({ name, ...made });
      return made;
    },
    'fleet:sign-policy': () => ({ ...signed, envelope: '{}' }),
    'fleet:publish-policy': () => signed,
    'fleet:sign-and-publish': () => signed,
  };
}

export function fleetOutboxAnswers(): Pick<PanelHandlers, keyof typeof fleetOutboxRequests> {
  return {
    'fleet:read': () => ({ entries: [], after: 0, isEnd: true }),
    'fleet:retention': ({ auditDays, traceDays }) => ({ auditDays: auditDays ?? 400, traceDays: traceDays ?? 14 }),
    'fleet:set-outbox': change => FleetOutboxSettingsSchema.parse(change),
  };
}
