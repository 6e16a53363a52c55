// All that the screen shows, gathered once: agents, browsers, the question that waits, and the steps that follow from them.
import { useState } from 'react';
import { useNow, useSnapshot } from '../../parts/panel-context.tsx';
import { openPrompts } from '../../store/attention.ts';
import { promptSentence } from '../../words/prompt-words.ts';
import { type AgentApps, useAgentApps } from './agents/use-agent-apps.ts';
import { type MachineBrowsers, useMachineBrowsers } from './browsers/use-machine-browsers.ts';
import { connectSteps, type Step } from './ladder/steps.ts';
import type { Prompt } from '../../../contract/schemas/permissions.ts';

export interface Chain {
  readonly steps: readonly Step[];
  readonly agents: AgentApps;
  readonly found: MachineBrowsers;
  /** The question that is shown here; null once a page has answered, because Permissions has them then. */
  readonly asked: Prompt | null;
  /** Leaves it waiting. */
  readonly leave: () => void;
}

/** `turn` rises when the user asks to look again. */
export function useChain(turn: number): Chain {
  const snapshot = useSnapshot();
  const now = useNow();
  const agents = useAgentApps(turn);
  const found = useMachineBrowsers(turn);
  const [left, setLeft] = useState<readonly string[]>([]);
  const prompt = openPrompts(snapshot).find(({ id }) => !left.includes(id)) ?? null;
  const question = prompt ? promptSentence(snapshot, prompt) : null;
  const steps = connectSteps({ snapshot, agents: agents.facts, browsers: found.browsers, question, now });
  const isAnswered = steps.at(-1)?.state === 'proven';
  return {
    steps,
    agents,
    found,
    asked: isAnswered ? null : prompt,
    leave: () => {
      if (prompt) setLeft([...left, prompt.id]);
    },
  };
}
