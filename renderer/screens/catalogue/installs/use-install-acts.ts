// What can be done with an install: stop, go on, cancel, try, approve. Approving names the hash that was shown.

import { installPath } from '../../../frame/catalogue-paths.ts';
import { goTo } from '../../../frame/route.ts';
import { useAct, useSnapshot } from '../../../parts/panel-context.tsx';
import { isAdded, isUnderWay, wasAdded } from '../../../store/installs.ts';
import { t } from '../../../words/language.ts';
import type { Install } from '../../../../contract/schemas/installs.ts';
import type { Server } from '../../../../contract/schemas/servers.ts';

export interface InstallActs {
  readonly name: string;
  readonly stop: (() => void) | null;
  readonly resume: (() => void) | null;
  /** Null once it is a server like others, which is removed under Servers. */
  readonly cancel: (() => void) | null;
  readonly retry: (() => void) | null;
  readonly approve: () => void;
  /** Why it cannot be approved yet; null where it can. */
  readonly notYet: string | null;
  readonly added: boolean;
  /** Whether it is added, or was before it changed. */
  readonly known: boolean;
}

export function useInstallActs(install: Install): InstallActs {
  const act = useAct();
  const { servers } = useSnapshot();
  const { serverId, phase } = install;
  const server = servers[serverId];
  const name = server?.name ?? serverId;
  const added = isAdded(install, server);
  const known = added || wasAdded(install, server);
  const notYet = whyNotYet(install, server ? stateOf(server) : null);
  return {
    name,
    added,
    known,
    notYet,
    stop: isUnderWay(install) ? () => void act('installs:stop', { serverId }) : null,
    resume:
      phase.kind === 'stopped' || phase.kind === 'failed' ? () => void act('installs:resume', { serverId }) : null,
    cancel: known
      ? null
      : () => {
          goTo('catalogue', installPath());
          void act('installs:cancel', { serverId }, t('{name} was not installed; nothing of it is left.', { name }));
        },
    retry:
      phase.kind === 'ready' && install.tools === null && !added ? () => void act('installs:try', { serverId }) : null,
    approve: () => {
      if (server && notYet === null) void act('servers:approve', { serverId, hash: server.hash });
    },
  };
}

function stateOf({ state }: Server): string | null {
  if (state.kind === 'installing') return state.kind;
  return state.kind === 'blocked' ? state.by : null;
}

/** In the order in which it is got out of the way. */
export function whyNotYet(
  { phase, missing, fields, tools, noTrial }: Pick<Install, 'phase' | 'missing' | 'fields' | 'tools' | 'noTrial'>,
  blockedBy: string | null,
): string | null {
  if (phase.kind === 'failed') return t('It can be approved once it is installed; go on, or cancel it.');
  if (phase.kind === 'stopped') return t('It is stopped. It can be approved once it is installed.');
  if (missing.length > 0) {
    const names = missing.map(key => fields.find(field => field.key === key)?.label ?? key).join(', ');
    return t('It still needs {names}; fill in the form.', { names });
  }
  if (phase.kind !== 'ready') return t('It can be approved when the trial start has listed its tools.');
  if (blockedBy === 'installing' || (tools === null && noTrial === null))
    return t('It can be approved when the trial start has listed its tools.');
  return blockedBy === null || blockedBy === 'approval'
    ? null
    : t('Something of it is still open; its page under Servers tells what.');
}
