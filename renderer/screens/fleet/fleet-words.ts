// The words of the fleet's screen: presence, policy, the state of the connection.
import { formatDuration, formatLasted, formatMinute } from '../../words/format.ts';
import { t } from '../../words/language.ts';
import type { FleetHub, FleetState } from '../../../contract/schemas/fleet.ts';
import type { FleetStep } from '../../../contract/schemas/fleet-requests.ts';
import type { Tone } from '../../words/tone.ts';

export function hubTone({ offlineSince }: FleetHub): Tone {
  return offlineSince === null ? 'running' : 'orphaned';
}

/** `version`: of the policy in force here, which a hub that is away takes when it comes back. */
export function awayWords({ offlineSince, policy }: FleetHub, version: number | null, now: number): string | null {
  if (offlineSince === null) return null;
  const span = formatLasted(now - offlineSince);
  if (version !== null && (policy === null || policy < version))
    return t('offline {span}, will take {version}', { span, version: String(version) });
  return t('offline {span}', { span });
}

export function fleetNote(fleet: FleetState): string {
  const { name, address } = fleet;
  if (fleet.state === 'joining') return t('{name}, connecting to {address}', { name, address });
  if (fleet.roundTripMs === null) return t('{name} at {address}', { name, address });
  return t('{name} at {address}, {time}', { name, address, time: formatDuration(fleet.roundTripMs) });
}

/** Null while there is nothing to tell. */
export function fleetBanner({ state, since, policy, outbox }: FleetState): { strong: string; text: string } | null {
  if (state === 'refused')
    return {
      strong: t('The fleet refuses this hub since {time}.', { time: formatMinute(since) }),
      text: '',
    };
  if (state !== 'offline') return null;
  const waiting = t(
    '{count, plural, =0 {No audit entry waits.} one {# audit entry waits.} other {# audit entries wait.}}',
    {
      count: outbox.audit,
    },
  );
  const stays = policy ? t('Policy {version} stays in force.', { version: String(policy.version) }) : '';
  return {
    strong: t('Offline from the fleet since {time}.', { time: formatMinute(since) }),
    text: `${stays} ${waiting}`.trim(),
  };
}

export const stepWords: Readonly<Record<FleetStep, string>> = {
  address: t('Address'),
  connection: t('Connection'),
  credentials: t('Credentials'),
  jetstream: 'JetStream',
  buckets: t('Buckets of the fleet'),
  clock: t('Clock'),
  name: t('Name'),
  signers: t('Signing keys'),
};
