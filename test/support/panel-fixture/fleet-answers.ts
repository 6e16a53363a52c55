// The fixture's answers about what its fleet has beside the link: policy and streams, of which there is nothing yet.
import { FleetOutboxSettingsSchema } from '../../../contract/schemas/fleet-outbox.ts';
import type { fleetOutboxRequests } from '../../../contract/schemas/fleet-outbox.ts';
import type { fleetPolicyRequests } from '../../../contract/schemas/fleet-policy-requests.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';

export function fleetPolicyAnswers(): Pick<PanelHandlers, keyof typeof fleetPolicyRequests> {
  const signed = { version: 1, signedBy: 'Ops' };
  return {
    'fleet:policy': () => ({
      policy: null,
      fingerprint: null,
      expires: null,
      rules: [],
      catalogue: null,
      stoppedAgents: [],
      fault: null,
    }),
    'fleet:policy-versions': () => ({ versions: [], refused: 0 }),
    'fleet:policy-narrows': () => ({ narrowed: [], fault: null }),
    'fleet:new-key': () => ({ key: 'fixture', fingerprint: 'SHA256:fixture' }),
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
