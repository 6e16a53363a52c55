// By which wire an agent came, in a word.
import { t } from './language.ts';
import type { Agent } from '../../contract/schemas/entities.ts';

const names: Readonly<Record<Agent['transport'], string>> = {
  stdio: 'stdio',
  http: 'HTTP',
  sse: 'SSE',
  'claude-frames': t('local socket'),
  'claude-bridge': t('local bridge'),
  claudezilla: 'Claudezilla',
  chat: t('in Pilothouse'),
  harbor: 'Harbor',
  page: t('web page'),
};

export function wireName({ transport }: Agent): string {
  return names[transport];
}

/** With the version of the protocol, for the detail. */
export function wireWords(agent: Agent): string {
  const { transport, protocolVersion } = agent;
  const name = transport === 'stdio' ? t('stdio shim') : names[transport];
  if (transport !== 'stdio' && transport !== 'http' && transport !== 'sse') return name;
  return `${name}, MCP ${protocolVersion ?? t('version not told')}`;
}
