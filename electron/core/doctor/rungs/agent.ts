// Rungs 12 and 13: an agent's shim connects with a credential of its own, and the list of tools arrives at it.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { shownPath } from '../../../../native-host/manifests/context.ts';
import { launcherPaths } from '../../../../native-host/manifests/launcher.ts';
import { agentsOfOtherHomes } from '../agent-configs.ts';
import { amber, green, isFine, judge, red, waits } from '../finding.ts';
import { ShimProbe } from '../shim-probe.ts';
import type { DoctorContext, HubSide, ProbeClient } from '../context.ts';
import type { Finding, RungResult } from '../finding.ts';

/** About so many bytes of JSON are one token of a model. */
const bytesPerToken = 4;

/** One connection for both rungs; `close` ends it and its credential. */
export class AgentCheck {
  readonly #context: DoctorContext;
  #probe: ShimProbe | null = null;
  #client: ProbeClient | null = null;

  constructor(context: DoctorContext) {
    this.#context = context;
  }

  async shim(): Promise<RungResult> {
    const { hub, manifests, home, env, patienceMs, mask } = this.#context;
    if (!hub) return waits('lock');
    const others = [...(await secretFindings(this.#context, hub)), ...(await configFindings(this.#context))];
    this.#client = await hub.openProbe();
    this.#probe = new ShimProbe({
      launcher: launcherPaths(manifests.platform, home).pilothouse,
      clientId: this.#client.id,
      homeDir: manifests.homeDir,
      os: manifests.platform,
      env,
      patienceMs,
      mask,
    });
    const answer = await this.#probe.connect();
    switch (answer.kind) {
      case 'result':
        return judge([...others, green({ kind: 'doctor-shim-connected', client: this.#client.id })]);
      case 'refused':
      case 'ended':
        return judge([red({ kind: 'doctor-shim-ended', said: answer.said }), ...others]);
      case 'silent':
        return judge([red({ kind: 'doctor-shim-silent', seconds: patienceMs / 1_000 }), ...others]);
    }
  }

  async tools(shim: RungResult): Promise<RungResult> {
    if (
      !this.#probe ||
      shim.evidence.some(({ kind }) => kind.startsWith('doctor-shim-') && kind !== 'doctor-shim-connected')
    )
      return waits(isFine(shim.state) ? 'lock' : 'shim');
    const answer = await this.#probe.request('tools/list', {});
    if (answer.kind === 'silent') {
      return judge([red({ kind: 'doctor-tools-failed', said: `${this.#context.patienceMs} ms` })]);
    }
    if (answer.kind !== 'result') return judge([red({ kind: 'doctor-tools-failed', said: answer.said })]);
    const { tools } = answer.result;
    const count = Array.isArray(tools) ? tools.length : 0;
    if (count === 0) return judge([amber({ kind: 'doctor-tools-none' })]);
    const tokens = Math.round(answer.bytes / bytesPerToken);
    return judge([green({ kind: 'doctor-tools-arrived', tools: count, bytes: answer.bytes, tokens })]);
  }

  async close(): Promise<void> {
    await this.#probe?.close();
    await this.#client?.close();
  }
}

/** A shim proves itself with its file; the hub alone has no more than its hash. */
async function secretFindings({ home, manifests }: DoctorContext, hub: HubSide): Promise<Finding[]> {
  const missing = await Promise.all(
    hub.clients().map(async ({ id, name }) => {
      const file = join(home, 'secrets', 'clients', id);
      const isThere = await stat(file).then(
        () => true,
        () => false,
      );
      return isThere ? [] : [{ client: name, path: shownPath(manifests, file) }];
    }),
  );
  return missing
    .flat()
    .map(facts => red({ kind: 'doctor-client-secret-none', ...facts }, { byHand: { kind: 'doctor-hand-new-client' } }));
}

async function configFindings(context: DoctorContext): Promise<Finding[]> {
  const found = await agentsOfOtherHomes(context.manifests, context.home);
  return found.map(facts =>
    amber(
      { kind: 'doctor-agent-other-home', ...facts },
      { byHand: { kind: 'doctor-hand-fix-config', path: facts.path } },
    ),
  );
}
