// The doctor of the hub: what it may look at and do, and whom it tells.

import { diagnosticLogLines } from '../../../contract/doctor.ts';
import { originOf } from '../../../contract/sites.ts';
import { hubError } from '../../../words/hub-error.ts';
import { ProbeClients } from '../clients/probe-clients.ts';
import { diagnosticsText } from '../doctor/diagnostics.ts';
import { Doctor } from '../doctor/doctor.ts';
import { machineContext, machineFacts, uptimeMs } from '../doctor/machine-context.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { DoctorRun, Rung } from '../../../contract/schemas/doctor.ts';
import type { HubSide } from '../doctor/context.ts';
import type { BaseParts } from './base-parts.ts';
import type { Boot } from './boot.ts';
import type { MachineBrowserParts } from './machine-browser-parts.ts';
import type { Registries } from './registries.ts';
import type { WaysIn } from './ways-in.ts';

export interface DoctorParts {
  readonly doctor: Doctor;
  readonly probes: ProbeClients;
  /** Of the last run, which is made where there is none. */
  diagnostics(): Promise<string>;
}

const searchMs = 10_000;

/** `waysIn` are made after this, and asked only once they are open. */
export function createDoctor(
  boot: Boot,
  base: BaseParts,
  registries: Registries,
  { machineBrowsers }: MachineBrowserParts,
  waysIn: () => WaysIn,
): DoctorParts {
  const { platform, panels, log } = boot;
  const { clientSecrets, clientsFolder: folder } = base.home;
  const common = { now: () => platform.now(), randomBytes: (size: number) => platform.randomBytes(size) };
  const probes = new ProbeClients({ ...common, secrets: clientSecrets, folder });
  const hub = hubSide(base, registries, machineBrowsers, waysIn, probes);
  const started = { wallMs: platform.now(), uptimeMs: uptimeMs() };
  const { relayProblem = null, ...places } = platform;
  const mask = (text: string) => base.mask.text(text);
  const doctor = new Doctor({
    context: () => {
      const { folders = [] } = machineBrowsers.context();
      return machineContext({ ...places, relayProblem, hub, started, folders, mask, now: common.now });
    },
    onRun: run => {
      panels.tell({ event: 'doctor:run', data: run });
      if (run.endedAt !== null) log.write('info', 'doctor', summaryOf(run));
    },
    onRung: (runId, ladderId, rung) => panels.tell({ event: 'doctor:rung', data: { runId, ladderId, rung } }),
  });
  const diagnostics = async () =>
    diagnosticsText({
      ...machineFacts(platform.machine),
      version: platform.version,
      snapshot: base.state.snapshot(),
      run: doctor.runs.find(({ endedAt }) => endedAt !== null) ?? (await doctor.run()),
      log: log.lines(diagnosticLogLines),
      now: platform.now(),
      mask,
    });
  return { doctor, probes, diagnostics };
}

/** Of the gravest ladder. */
function summaryOf({ ladders: [ladder] }: DoctorRun): Reason {
  const rungs = ladder?.rungs ?? [];
  const count = (kind: Rung['state']['kind']) => rungs.filter(({ state }) => state.kind === kind).length;
  const [green, amber, red] = [count('green'), count('amber'), count('red')];
  return { kind: 'log-doctor', green, amber, red, rest: rungs.length - green - amber - red };
}

function hubSide(
  base: BaseParts,
  registries: Registries,
  machineBrowsers: MachineBrowserParts['machineBrowsers'],
  waysIn: () => WaysIn,
  probes: ProbeClients,
): HubSide {
  const { browsers, clients } = registries;
  return {
    pid: process.pid,
    snapshot: () => base.state.snapshot(),
    // Those that are built in have no secret.
    clients: () => clients.all().filter(({ id }) => clients.hasCredential(id)),
    openProbe: async () => {
      const { id } = await probes.open();
      return { id, close: () => probes.close(id) };
    },
    searchPage: (browserId, tabId, word) => searchPage(registries, browserId, tabId, word),
    publishRecord: () => waysIn().publishRecord(),
    socket: () => waysIn().socket,
    tokens: () => waysIn().compat.tokens(),
    switchOff: async endpoint => {
      if (endpoint === 'mcp-http') await waysIn().mcp.change({ enabled: false });
      else await waysIn().compat.set(endpoint, false);
    },
    takeFreePort: () => waysIn().mcp.takeFreePort(),
    approve: browserId => browsers.approve(browserId, undefined),
    startBrowser: browserId => machineBrowsers.start({ browserId }),
  };
}

/** Straight to the extension, as no agent can: it finds nothing, and the page is none the wiser. */
async function searchPage(
  { browsers, tabs }: Registries,
  browserId: string,
  tabId: number,
  word: string,
): Promise<void> {
  const origin = originOf(tabs.get(browserId, tabId)?.url ?? '');
  const answer = await browsers.call(
    browserId,
    { tool: 'find', args: { query: word, limit: 1 }, tabId, decided: { origin } },
    { parent: 0, signal: AbortSignal.timeout(searchMs), timeoutMs: searchMs },
  );
  if (answer.isError !== true) return;
  const browser = browsers.get(browserId)?.name ?? browserId;
  throw hubError('ERR_TOOL_FAILED', { kind: 'no-tool-result', browser, tool: 'find', why: null });
}
