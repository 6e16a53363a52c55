// Which transport carries a server of which kind.
import { dirname, join } from 'node:path';
import { reasonOf } from '../../../../contract/reason.ts';
import { loadPart } from '../../platform/load-part.ts';
import { placeholdersOf } from '../config/config-placeholders.ts';
import { childEnv } from '../process/child-env.ts';
import { withheldFrom, withoutGroups } from '../process/environment-groups.ts';
import { folderRefusal, ownRuntimeCommand } from '../process/own-runtimes.ts';
import { RunnerTransport } from '../process/runner-transport.ts';
import { ServerProcess } from '../process/server-process.ts';
import { sandboxWalls } from '../sandbox/sandbox-walls.ts';
import { withFreshTokens } from './account-tokens.ts';
import { LateTransport } from './late-transport.ts';
import { NeverStarted } from './never-started.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { RunnerSandbox } from '../../../../contract/schemas/runner.ts';
import type { CommandConfig, ServerConfig, ServerOptions } from '../../../../contract/schemas/servers.ts';
import type { HubPlatform } from '../../platform/platform.ts';
import type { ServerSecrets } from '../../secrets/server-secrets.ts';
import type { OwnHub } from '../config/own-hub.ts';
import type { WorkFolders } from '../config/work-folders.ts';
import type { Spawn } from '../process/server-process.ts';
import type { StopGraces } from '../process/stop-ladder.ts';
import type { SignIns } from '../remote/sign-in/sign-ins.ts';
import type { SandboxSupport } from '../sandbox/sandbox-support.ts';
import type { AccountTokens } from './account-tokens.ts';
import type { ServerTransport, SharedServers, TransportEvents } from './server-transport.ts';
import type { InstallFacts } from './supervisor-options.ts';

export interface TransportRequest {
  readonly id: string;
  readonly name: string;
  readonly config: ServerConfig;
  readonly options: ServerOptions;
  readonly platform: Pick<HubPlatform, 'version' | 'env' | 'os' | 'nodePath' | 'distDir'> &
    Partial<Pick<HubPlatform, 'home' | 'runtimeDir' | 'runnerProblem'>>;
  /** For what is left of a server that ended or misbehaved by itself. */
  readonly graces: StopGraces;
  readonly spawn?: Spawn;
  /** The mark of what `spawn` has started. */
  readonly nonce?: () => string | null;
  /** Puts values in the place of references; without it they are handed on as they are. */
  readonly secrets?: Pick<ServerSecrets, 'resolve'>;
  /** Proves who we are to remote servers that ask for it. */
  readonly signIns?: Pick<SignIns, 'authOf'>;
  /** The tokens of accounts that its config refers to. */
  readonly tokens?: Pick<AccountTokens, 'tokens'>;
  /** Recognises what is this hub itself. */
  readonly ownHub?: Pick<OwnHub, 'leadsHere'>;
  /** Why the policy forbids what it would run, or null. */
  readonly forbids?: (id: string, config: ServerConfig) => Reason | null;
  /** Where it runs, unless its config names a folder. */
  readonly workFolders: Pick<WorkFolders, 'prepare'>;
  /** Hides secret values, before anything is cut. */
  readonly mask: (text: string) => string;
  readonly installs?: Pick<InstallFacts, 'mayStart' | 'folder'>;
  /** Carries what another hub of the fleet shares; nothing does while this hub is in none. */
  readonly sharedServers?: Pick<SharedServers, 'open'>;
  /** Makes the walls of a server that is to have some. */
  readonly sandbox: SandboxSupport;
}

export function openTransport(request: TransportRequest, events: TransportEvents): ServerTransport {
  const asks = placeholdersOf(request.config, request.options).map(({ text }) => text);
  if (asks.length > 0)
    return new NeverStarted({ cause: 'value', reason: { kind: 'needs-values', placeholders: asks } });
  const open = () => withFreshTokens(request.config, request.tokens, () => openWithSecrets(request, events));
  const asked = request.installs?.mayStart(request.id, request.config) ?? null;
  if (asked === null) return open();
  return new LateTransport(async () => {
    const refusal = await asked;
    return refusal ? () => new NeverStarted({ cause: 'runtime', reason: refusal }) : open;
  });
}

function openWithSecrets(request: TransportRequest, events: TransportEvents): ServerTransport {
  const resolved = request.secrets?.resolve(request.config) ?? request;
  if (!('missing' in resolved)) return openResolved({ ...request, config: resolved.config }, events);
  return new NeverStarted({ cause: 'secret', reason: { kind: 'needs-secret', secret: resolved.missing } });
}

function openResolved(request: TransportRequest, events: TransportEvents): ServerTransport {
  const { id, name, config, platform, graces, signIns, workFolders } = request;
  // It may have become this hub since it was added: by another port, or another data home.
  const loop = request.ownHub?.leadsHere(config) ?? null;
  if (loop !== null) return new NeverStarted({ cause: 'loop', reason: loop });
  const ban = request.forbids?.(id, config) ?? null;
  if (ban !== null) return new NeverStarted({ cause: 'policy', reason: ban });
  if (config.kind === 'fleet')
    return (
      request.sharedServers?.open(config, events) ??
      new NeverStarted({ cause: 'away', reason: { kind: 'fleet-not-joined' } })
    );
  if ('url' in config) {
    const options = { ...events, config, graces, auth: signIns?.authOf({ id, name, config }) ?? null };
    // With it comes the SDK, which is large and has no part in what runs on this machine.
    return new LateTransport(async () => {
      const { RemoteTransport } = await loadPart(() => import('../remote/remote-transport.ts'));
      return () => new RemoteTransport(options);
    });
  }
  const refusal = runnerRefusal(request) ?? folderRefusal(config, platform.os);
  if (refusal !== null) return new NeverStarted({ cause: 'runtime', reason: refusal });
  const command: CommandConfig = config.kind === 'stdio' ? config : ownRuntimeCommand(config, platform);
  if (command.cwd !== undefined) return openProcess(request, command, null, events);
  try {
    const workFolder = workFolders.prepare(id);
    return openProcess(request, { ...command, cwd: workFolder }, workFolder, events);
  } catch (error) {
    return new NeverStarted({ cause: 'runtime', reason: reasonOf(error) });
  }
}

/** Why it cannot run with what is installed here, or null: its walls are made, or its code is kept in bounds, by our own runners. */
function runnerRefusal({ config, options, platform }: TransportRequest): Reason | null {
  const needsRunner = options.isolation || options.sandbox !== null || config.kind !== 'stdio';
  return needsRunner ? (platform.runnerProblem ?? null) : null;
}

function openProcess(
  request: TransportRequest,
  command: CommandConfig,
  workFolder: string | null,
  events: TransportEvents,
): ServerTransport {
  const { options, platform, graces, mask, spawn, nonce } = request;
  const { os, nodePath, distDir } = platform;
  const env = withoutGroups(platform.env, withheldFrom(options), os);
  const process = {
    ...events,
    config: command,
    env,
    os,
    graces,
    mask,
    ...(spawn && { spawn }),
    ...(nonce && { nonce }),
  };
  if (!options.isolation && !options.sandbox) return new ServerProcess(process);
  const runner = { nodePath, program: join(distDir, 'runner/runner.cjs') };
  const walls = options.sandbox && (() => wallsOf(request, command, workFolder));
  return new RunnerTransport({ ...process, runner, walls });
}

async function wallsOf(
  { config, options, platform, sandbox, installs }: TransportRequest,
  command: CommandConfig,
  workFolder: string | null,
): Promise<RunnerSandbox | null> {
  if (!options.sandbox) return null;
  const { os, nodePath, distDir, home, runtimeDir } = platform;
  const env = withoutGroups(platform.env, withheldFrom(options), os);
  return sandboxWalls({
    tool: await sandbox.check(),
    options: options.sandbox,
    config,
    command,
    env: childEnv(env, command.env, os),
    ownFolders: [home, runtimeDir].filter(folder => folder !== undefined),
    runtimeFolders: [join(distDir, 'runner'), dirname(nodePath)],
    workFolder,
    packages: installs?.folder ?? null,
  });
}
