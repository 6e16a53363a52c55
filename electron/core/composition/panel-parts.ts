// What only panels use: the user's own calls, and the recording of the trace.
import { join } from 'node:path';
import { UserCalls, userClient } from '../agent-connections/user-calls.ts';
import { TraceRecording } from '../trace/record/trace-recording.ts';
import { createRouter } from './registries.ts';
import type { AgentServices } from '../agent-connections/agent-services.ts';
import type { HubPlatform } from '../platform/platform.ts';
import type { Closers } from './closers.ts';
import type { Foundation } from './foundation.ts';
import type { Registries } from './registries.ts';

interface PanelPartsOptions {
  readonly platform: HubPlatform;
  readonly foundation: Foundation;
  readonly registries: Registries;
  readonly closers: Closers;
  readonly agentServices: AgentServices;
}

export interface PanelParts {
  readonly userCalls: UserCalls;
  readonly recording: TraceRecording;
  readonly version: string;
  now(): number;
}

export function createPanelParts({
  platform,
  foundation,
  registries,
  closers,
  agentServices,
}: PanelPartsOptions): PanelParts {
  const { version } = platform;
  const now = () => platform.now();
  const folder = join(platform.home, 'traces');
  const recording = new TraceRecording({ ...foundation, folder, version, now });
  closers.add(() => recording.stop());
  const userCalls = new UserCalls({
    agentServices,
    // Nobody is asked, so it does not matter who could be.
    routerFor: subjects =>
      createRouter(foundation, registries, platform, () => false, { client: userClient, subjects }),
    now,
    randomBytes: size => platform.randomBytes(size),
    onLeft: agentId => {
      registries.limiter.agentLeft(agentId);
      void registries.servers.agentGone(agentId);
    },
  });
  return { userCalls, recording, version, now };
}
