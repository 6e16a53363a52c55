// The registry of agents' configurations, with what it hears of: clients that come and go, agents that connect.
import { agentApps } from '../agent-configs/agent-apps.ts';
import { AgentConfigs } from '../agent-configs/agent-configs.ts';
import { runningPrograms } from '../agent-configs/running-programs.ts';
import type { BaseParts } from './base-parts.ts';
import type { Boot } from './boot.ts';
import type { Launchers } from './launchers.ts';
import type { Registries } from './registries.ts';

/** Changes of clients and agents that come together are looked at once. */
const gatherMs = 300;

/** `url` is asked when it is needed, because the ways in are made later. */
export function createAgentConfigs(
  { platform, closers, events }: Boot,
  { home, store, state, problems, mask }: BaseParts,
  registries: Registries,
  { launcher }: Launchers,
  url: () => string | null,
): AgentConfigs {
  const { machine, log } = platform;
  const { clients, agents } = registries;
  const failed = (error: unknown) => log.warn({ reason: String(error) }, 'The files of agents could not be looked at.');
  const configs = new AgentConfigs({
    apps: agentApps,
    machine,
    dataHome: platform.home,
    launcher,
    url,
    clients,
    clientSecret: id => home.clientSecrets.read(id),
    clientRevoked: clientId => events.settle({ kind: 'clientRevoked', clientId }),
    settings: store.settings,
    state,
    problems,
    isConnected: clientId => agents.connected().some(agent => agent.clientId === clientId),
    running: () => runningPrograms(machine.platform, machine.uid),
    mask: text => mask.text(text),
    now: () => platform.now(),
    failed,
  });
  closers.add(() => configs.stop());
  closers.add(followPresence(state, registries, () => void configs.list().catch(failed)));
  return configs;
}

/** Calls `look` when a client or an agent has come or gone. Returns what ends that. */
function followPresence(
  state: BaseParts['state'],
  { clients, agents }: Pick<Registries, 'clients' | 'agents'>,
  look: () => void,
): () => void {
  const present = () =>
    String([...clients.all().map(({ id }) => id), '', ...agents.connected().map(one => one.clientId)]);
  let known = present();
  let timer: NodeJS.Timeout | null = null;
  const end = state.subscribe(({ changes }) => {
    if (timer || !changes.some(({ collection }) => collection === 'clients' || collection === 'agents')) return;
    // Agents change with each of their calls: what counts here is who is there.
    if (present() === known) return;
    timer = setTimeout(() => {
      timer = null;
      known = present();
      look();
    }, gatherMs).unref();
  });
  return () => {
    end();
    if (timer) clearTimeout(timer);
  };
}
