// Which tools of a page's question are ticked: as the hub has them at first, until the user decides otherwise. Pure but for its state.
import { useState } from 'react';
import type { AskedTool, SiteQuestion } from '../../../../contract/schemas/web-agent.ts';

export interface ToolTicks {
  readonly ticked: readonly AskedTool[];
  readonly isTicked: (tool: AskedTool) => boolean;
  /** Whether it came after the question was shown. */
  readonly isNew: (tool: AskedTool) => boolean;
  readonly set: (tools: readonly AskedTool[], on: boolean) => void;
}

/** What the user ticked stays when more is asked for; what comes anew is as the hub has it. */
export function useToolTicks({ tools }: Pick<SiteQuestion, 'tools'>): ToolTicks {
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [first] = useState(() => tools && new Set(tools.map(({ id }) => id)));
  const isTicked = ({ id, ticked }: AskedTool) => changed.get(id) ?? ticked;
  return {
    ticked: (tools ?? []).filter(isTicked),
    isTicked,
    isNew: ({ id }) => first === null || !first.has(id),
    set: (some, on) => setChanged(new Map([...changed, ...some.map(({ id }) => [id, on] as const)])),
  };
}
