// The words of the fleet's screen: presence, policy, the state of the connection.
import { policyInForce } from '../../../contract/fleet.ts';
import { endsByLeaving } from '../../../contract/fleet-ends.ts';
import { formatDuration, formatLasted, formatMinute } from '../../words/format.ts';
import { t } from '../../words/language.ts';
import type { FleetHub, FleetServer, FleetState } from '../../../contract/schemas/fleet.ts';
import type { FleetStep } from '../../../contract/schemas/fleet-requests.ts';
import type { Grant } from '../../../contract/schemas/permissions.ts';
import type { Tone } from '../../words/tone.ts';

/** How the list stands to what is there: what it is measured by. */
export interface Heard {
  /** The version of the policy in force here. */
  readonly version: number | null;
  /** Since when nothing newer is known of the others; null while this hub hears them. */
  readonly lastAt: number | null;
}

export function heardOf({ state, since, policy }: FleetState): Heard {
  return { version: policyInForce(policy)?.version ?? null, lastAt: state === 'online' ? null : since };
}

/** Whether what is told of it is of now. */
export function isHeard({ isSelf, offlineSince }: FleetHub, { lastAt }: Heard): boolean {
  return isSelf || (offlineSince === null && lastAt === null);
}

/** Green is what was just heard. */
export function hubTone(hub: FleetHub, heard: Heard): Tone {
  return isHeard(hub, heard) ? 'running' : 'orphaned';
}

/** Where a hub is not, or was when this hub heard of it last; null for one that is here. */
export function presenceWords(hub: FleetHub, heard: Heard, now: number): string | null {
  const away = awayWords(hub, heard.version, now);
  if (away !== null || isHeard(hub, heard) || heard.lastAt === null) return away;
  return t('as last known at {time}', { time: formatMinute(heard.lastAt) });
}

/** `version`: of the policy in force here, which a hub that is away takes when it comes back. */
export function awayWords({ offlineSince, policy }: FleetHub, version: number | null, now: number): string | null {
  if (offlineSince === null) return null;
  const span = formatLasted(now - offlineSince);
  if (version !== null && (policy === null || policy < version))
    return t('offline {span}, will take {version}', { span, version: String(version) });
  return t('offline {span}', { span });
}

/** What of this hub is open to its fleet, and ends when it leaves. */
export function endWords(
  servers: Readonly<Record<string, Pick<FleetServer, 'isOwn'>>>,
  grants: Readonly<Record<string, Pick<Grant, 'subject' | 'effect'>>>,
  clients: Readonly<Record<string, { readonly id: string }>>,
): string[] {
  const ends = endsByLeaving(Object.values(servers), Object.values(grants), Object.values(clients));
  const { shares, rules } = ends;
  const words: string[] = [];
  if (shares > 0)
    words.push(
      t('{count, plural, one {# server will no longer be shared.} other {# servers will no longer be shared.}}', {
        count: shares,
      }),
    );
  if (rules > 0)
    words.push(
      t('{count, plural, one {# grant to another hub will end.} other {# grants to other hubs will end.}}', {
        count: rules,
      }),
    );
  if (ends.clients > 0)
    words.push(
      t(
        '{count, plural, one {# agent of another hub will be forgotten here.} other {# agents of other hubs will be forgotten here.}}',
        { count: ends.clients },
      ),
    );
  return words;
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
  const held = policyInForce(policy);
  const stays = held ? t('Policy {version} stays in force.', { version: String(held.version) }) : '';
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
