// Tools that a page's question offers to tick: how risky they are, who offers them, and which of them a filter finds. Pure.
import { pageScopeRisks } from './web-agent.ts';
import type { AskedTool } from './schemas/web-agent.ts';
import type { PageScope } from './web-agent.ts';

export type Risk = 'low' | 'medium' | 'high';

const levels = ['low', 'medium', 'high'] as const;

export function riskiest(risks: readonly Risk[]): Risk {
  return levels[Math.max(0, ...risks.map(risk => levels.indexOf(risk)))] ?? 'low';
}

/** What reads is low; what may destroy something is high. */
export function askedToolRisk({ readOnly, destructive }: Pick<AskedTool, 'readOnly' | 'destructive'>): Risk {
  if (readOnly) return 'low';
  return destructive ? 'high' : 'medium';
}

/** To call tools is as risky as the riskiest that is ticked; nothing without one. */
export function askedScopeRisk(scope: PageScope, ticked: readonly AskedTool[] | null): Risk {
  return scope === 'mcp:tools.call' && ticked !== null ? riskiest(ticked.map(askedToolRisk)) : pageScopeRisks[scope];
}

export function isShown({ id, description }: AskedTool, filter: string): boolean {
  const wanted = filter.trim().toLowerCase();
  return `${id}\n${description}`.toLowerCase().includes(wanted);
}

export interface ToolGroup {
  readonly id: string;
  readonly name: string;
  readonly members: readonly AskedTool[];
}

/** By who offers them, in the order in which they come; those of the page first. */
export function groupsOf(tools: readonly AskedTool[]): ToolGroup[] {
  const groups = new Map<string, ToolGroup>();
  for (const tool of tools) {
    const { kind, id, name } = tool.source;
    const key = `${kind} ${id}`;
    groups.set(key, { id: key, name, members: [...(groups.get(key)?.members ?? []), tool] });
  }
  const all = [...groups.values()];
  return [...all.filter(({ id }) => id.startsWith('page ')), ...all.filter(({ id }) => !id.startsWith('page '))];
}
