// Everything that waits, in order: the questions of one agent stand under its name and can be answered as one.
import { AgentMark } from '../../../parts/agent-mark.tsx';
import { Button } from '../../../parts/button.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { SiteMark } from '../../../parts/origin.tsx';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { Say } from '../../../parts/say.tsx';
import { Parts } from '../../../parts/sentence-parts.tsx';
import { formatCountdown } from '../../../words/format.ts';
import { askerIdentity } from '../../../words/identity.ts';
import { t } from '../../../words/language.ts';
import { callsWords, promptParts } from '../../../words/prompt-words.ts';
import { scopeWithin, siteQuestionSentence } from '../../../words/site-words.ts';
import type { Prompt } from '../../../../contract/schemas/permissions.ts';
import type { SiteQuestion } from '../../../../contract/schemas/web-agent.ts';
import type { PromptGroup } from './prompt-order.ts';
import type { PromptQueueState } from './use-prompt-queue.ts';

interface QueueListProps {
  readonly queue: PromptQueueState;
  readonly now: number;
}

export function QueueList({ queue, now }: QueueListProps) {
  const { items, order, left } = queue;
  if (order.length < 2 && left.size === 0) return null;
  return (
    <ol className="more scrolls" aria-label={t('All that wait')} tabIndex={-1}>
      {items.map(item =>
        item.kind === 'site' ? (
          <SiteRow key={item.question.id} question={item.question} queue={queue} now={now} />
        ) : (
          <li key={item.group.agentId}>
            {item.group.prompts.length > 1 ? <GroupHead group={item.group} queue={queue} /> : null}
            <ol className={item.group.prompts.length > 1 ? 'batch' : undefined}>
              {item.group.prompts.map(prompt => (
                <Row key={prompt.id} prompt={prompt} queue={queue} now={now} />
              ))}
            </ol>
          </li>
        ),
      )}
    </ol>
  );
}

function GroupHead({ group: { agentId, prompts }, queue }: { group: PromptGroup; queue: PromptQueueState }) {
  const snapshot = useSnapshot();
  const [first] = prompts;
  if (!first) return null;
  const who = askerIdentity(snapshot, first);
  const chosen = queue.together?.agentId === agentId;
  return (
    <div className="line batch-head">
      <AgentMark who={{ ...who, active: true }} size="small" />
      <span className="ellipsis fill">
        <Say
          text="{name} asks {count, plural, one {# question} other {# questions}}"
          values={{ name: <Foreign text={who.name} max={60} className="strong" />, count: prompts.length }}
        />
        {first.program?.pid == null ? '' : `, ${t('pid {pid} as claimed', { pid: String(first.program.pid) })}`}
      </span>
      <Button
        size="small"
        look={chosen ? 'active' : undefined}
        aria-pressed={chosen}
        onClick={() => queue.answerTogether(chosen ? null : agentId)}
      >
        {t('Answer all {count, number}', { count: prompts.length })}
      </Button>
    </div>
  );
}

function SiteRow({ question, queue, now }: { question: SiteQuestion; queue: PromptQueueState; now: number }) {
  const { id, scopes, expiresAt, origin } = question;
  const shown = queue.together === null && queue.site?.id === id;
  return (
    <li>
      <button type="button" aria-current={shown ? 'true' : undefined} onClick={() => queue.choose(id)}>
        <SiteMark origin={origin} />
        <span className="two-lines fill">
          <span className="ellipsis">
            <Foreign text={siteQuestionSentence(question)} />
          </span>
          <small className="ellipsis">
            {scopes.map(({ scope }) => scopeWithin(scope)).join(', ')},{' '}
            {t('refused in {left}', { left: formatCountdown(expiresAt - now) })}
          </small>
        </span>
        {queue.left.has(id) ? <span className="tag">{t('left waiting')}</span> : null}
      </button>
    </li>
  );
}

function Row({ prompt, queue, now }: { prompt: Prompt; queue: PromptQueueState; now: number }) {
  const snapshot = useSnapshot();
  const { current, together, left } = queue;
  const time = { left: formatCountdown(prompt.expiresAt - now) };
  const shown = together ? together.prompts.includes(prompt) : current?.id === prompt.id;
  return (
    <li>
      <button type="button" aria-current={shown ? 'true' : undefined} onClick={() => queue.choose(prompt.id)}>
        <AgentMark who={{ ...askerIdentity(snapshot, prompt), active: prompt.calls > 0 }} />
        <span className="two-lines fill">
          <span className="ellipsis">
            <Parts parts={promptParts(snapshot, prompt)} />
          </span>
          <small className="ellipsis">
            <Foreign text={prompt.tool} className="mono" max={60} />,{' '}
            {prompt.calls > 0 ? t('refused in {left}', time) : t('closes in {left}', time)}
          </small>
        </span>
        <span className="tag">{left.has(prompt.id) ? t('left waiting') : stateWords(prompt)}</span>
      </button>
    </li>
  );
}

function stateWords({ calls }: Prompt): string {
  return calls === 0 ? t('told to call again') : callsWords(calls);
}
