// What the screens are called.
import { t } from './language.ts';
import type { Screen } from '../frame/route.ts';

export const screenWords: Readonly<Record<Screen, string>> = {
  overview: t('Overview'),
  traces: t('Traces'),
  tabs: t('Tabs'),
  fleet: t('Fleet'),
  permissions: t('Permissions'),
  agents: t('Agents'),
  servers: t('Servers'),
  tools: t('Tools'),
  chat: t('Chat'),
  connect: t('Connect'),
  catalogue: t('Catalogue'),
  models: t('Models'),
  doctor: t('Doctor'),
  settings: t('Settings'),
};
