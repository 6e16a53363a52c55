// The screens, each a piece of the program that is loaded when it is first shown or the page has nothing else to do.
import { type ComponentType, lazy } from 'react';
import { OverviewScreen } from '../screens/overview/overview-screen.tsx';
import type { Screen } from './route.ts';

interface ScreenProps {
  readonly selected: string | null;
}
type Load = () => Promise<ComponentType<ScreenProps>>;

/** Overview comes with the page, because most days begin there. */
const later: Readonly<Record<Exclude<Screen, 'overview'>, Load>> = {
  traces: async () => (await import('../screens/traces/trace-source.tsx')).TraceSource,
  tabs: async () => (await import('../screens/tabs/tabs-screen.tsx')).TabsScreen,
  fleet: async () => (await import('../screens/fleet/fleet-screen.tsx')).FleetScreen,
  permissions: async () => (await import('../screens/permissions/permissions-screen.tsx')).PermissionsScreen,
  agents: async () => (await import('../screens/agents/agents-screen.tsx')).AgentsScreen,
  servers: async () => (await import('../screens/servers/servers-screen.tsx')).ServersScreen,
  tools: async () => (await import('../screens/tools/tools-screen.tsx')).ToolsScreen,
  chat: async () => (await import('../screens/chat/chat-screen.tsx')).ChatScreen,
  connect: async () => (await import('../screens/connect/connect-screen.tsx')).ConnectScreen,
  catalogue: async () => (await import('../screens/catalogue/catalogue-screen.tsx')).CatalogueScreen,
  models: async () => (await import('../screens/models/models-screen.tsx')).ModelsScreen,
  doctor: async () => (await import('../screens/doctor/doctor-screen.tsx')).DoctorScreen,
  settings: async () => (await import('../screens/settings/settings-screen.tsx')).SettingsScreen,
};

const drawnLater = (load: Load) => lazy(async () => ({ default: await load() }));

export const screenParts: Readonly<Record<Screen, ComponentType<ScreenProps>>> = {
  overview: OverviewScreen,
  traces: drawnLater(later.traces),
  tabs: drawnLater(later.tabs),
  fleet: drawnLater(later.fleet),
  permissions: drawnLater(later.permissions),
  agents: drawnLater(later.agents),
  servers: drawnLater(later.servers),
  tools: drawnLater(later.tools),
  chat: drawnLater(later.chat),
  connect: drawnLater(later.connect),
  catalogue: drawnLater(later.catalogue),
  models: drawnLater(later.models),
  doctor: drawnLater(later.doctor),
  settings: drawnLater(later.settings),
};

/** Loads what was left for later, so that no change of screens waits, nor fails once the hub is away. */
export function loadAllScreens(): void {
  for (const load of Object.values(later)) load().catch(() => {});
}
