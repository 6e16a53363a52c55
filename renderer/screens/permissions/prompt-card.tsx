// The prompt card: what is asked, by whom, where, with what; and the answers, dead for half a second after any change.
import { useEffect, useState } from 'react';

import type { Lifetime, Prompt } from '../../../electron/contract/permissions.ts';
import { useKeys } from '../../frame/keys.ts';
import { AgentMark } from '../../parts/agent-mark.tsx';
import { ActButton } from '../../parts/button.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Facts } from '../../parts/layout.tsx';
import { useAct, useLive, useSnapshot } from '../../parts/panel-context.tsx';
import { clientIdentity } from '../../store/identity.ts';
import { formatAge, formatCountdown } from '../../words/format.ts';
import { lifetimeWords, promptSentence, resourceWords } from '../../words/prompt-words.ts';
import { riskWords, scopeWords } from '../../words/scope-words.ts';

/** The same 500 ms as `--arm` in tokens.css. */
const ARM_MS = 500;

export function PromptCard({ prompt, now }: { prompt: Prompt; now: number }) {
  const snapshot = useSnapshot();
  const words = scopeWords(prompt.scope);
  const who = { ...clientIdentity(snapshot, prompt.clientId, prompt.agentName), active: true };
  const left = prompt.expiresAt - now;
  const share = Math.max(0, Math.min(1, left / (prompt.expiresAt - prompt.askedAt)));
  return (
    <div className="card" aria-labelledby="prompt-sentence" role="group">
      <div className="top">
        <AgentMark who={who} size="l" />
        <div className="fill">
          <p className="ask" id="prompt-sentence">
            <Foreign text={promptSentence(snapshot, prompt)} max={120} />
          </p>
          <p className="mm line text-xs mt-0.5">
            <span
              className={
                words.risk === 'low'
                  ? 'm'
                  : words.risk === 'high'
                    ? 'text-crashed font-medium'
                    : 'text-attention font-medium'
              }
            >
              {riskNames[words.risk]}
            </span>
            <span>{riskWords(prompt.scope)}</span>
            <span className="fill" />
            <span className="whitespace-nowrap">
              asked {formatAge(prompt.askedAt, now)}, refused in {formatCountdown(left)}
            </span>
          </p>
        </div>
      </div>
      <Facts facts={promptFacts(prompt, who.name)} />
      {prompt.argumentsText ? (
        <div className="well code args scrolls" role="region" aria-label="Arguments" tabIndex={0}>
          <Foreign text={prompt.argumentsText} lines />
        </div>
      ) : null}
      <p className="say">
        Allow once and Deny are kept as: <b>{keptAs(prompt, who.name, resourceWords(snapshot, prompt.resource))}</b>
      </p>
      <Answers prompt={prompt} />
      <div className="ttl" role="timer" aria-label={`Refused in ${formatCountdown(left)}`}>
        <i style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  );
}

const riskNames = { low: 'Low risk', medium: 'Medium risk', high: 'High risk' } as const;

function promptFacts(prompt: Prompt, clientName: string) {
  const { program } = prompt;
  const claimed = program
    ? [
        program.path ?? 'unknown program',
        program.pid === null ? '' : `pid ${program.pid}`,
        program.folder ? `in ${program.folder}` : '',
      ]
    : ['not told'];
  const joined = prompt.calls > 1 ? `, ${prompt.calls} calls wait for this answer` : '';
  return [
    [
      'What',
      <span key="what">
        <Foreign text={prompt.tool} className="mono" max={120} />, {scopeWords(prompt.scope).title.toLowerCase()}
        {joined}
      </span>,
    ],
    ['Where', <Foreign key="where" text={prompt.where} max={120} />],
    [
      'Who',
      <span key="who">
        <Foreign text={clientName} max={120} />, known by its credential; says it is{' '}
        <Foreign text={prompt.agentName} max={60} />
      </span>,
    ],
    [
      'Program',
      <span key="program" className="mono m">
        <Foreign text={claimed.filter(Boolean).join(' ')} max={120} middle />
        {program ? <span className="mm"> as claimed</span> : null}
      </span>,
    ],
  ] as const;
}

function keptAs(prompt: Prompt, name: string, where: string): string {
  const kept = lifetimeWords('once', prompt.tab?.tabId ?? null, name);
  return `${name}, ${scopeWords(prompt.scope).title.toLowerCase()}, ${where}, ${kept}.`;
}

function Answers({ prompt }: { prompt: Prompt }) {
  const act = useAct();
  const live = useLive();
  const armed = useArmed(
    JSON.stringify([prompt.id, prompt.tool, prompt.where, prompt.argumentsText, prompt.scope, prompt.resource]),
  );
  const [sent, setSent] = useState(false);
  const ready = armed && !sent;
  const answer = (effect: 'allow' | 'deny', lifetime: Lifetime) => async () => {
    if (!ready || !live) return;
    setSent(true);
    const done = await act('prompts:answer', { promptId: prompt.id, effect, lifetime });
    if (!done) setSent(false);
  };
  useKeys({ a: () => void answer('allow', 'once')(), d: () => void answer('deny', 'once')() });
  return (
    <div className={`go ${armed ? '' : 'arming'}`}>
      <ActButton look="danger" size="big" shortcut="D" disabled={!ready} onClick={answer('deny', 'once')}>
        Deny
      </ActButton>
      <ActButton look="primary" size="big" shortcut="A" disabled={!ready} onClick={answer('allow', 'once')}>
        Allow once
      </ActButton>
      <ActButton size="big" disabled={!ready} onClick={answer('allow', 'always')}>
        Always allow
      </ActButton>
      <ActButton
        size="big"
        look="ghost"
        disabled={!ready}
        title="Allows this call and keeps nothing"
        onClick={answer('allow', 'use')}
      >
        This use only
      </ActButton>
    </div>
  );
}

/** False for 500 ms after `signature` changed, so that a click meant for something else cannot answer. */
function useArmed(signature: string): boolean {
  const [armedFor, setArmedFor] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setArmedFor(signature), ARM_MS);
    return () => clearTimeout(timer);
  }, [signature]);
  return armedFor === signature;
}
