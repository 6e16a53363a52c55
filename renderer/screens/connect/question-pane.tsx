// The question of a first call, where its answer is the last step of the ladder.
import { PaneHead } from '../../parts/layout.tsx';
import { useNow } from '../../parts/panel-context.tsx';
import { PromptCard } from '../../parts/prompts/prompt-card.tsx';
import { t } from '../../words/language.ts';
import type { Prompt } from '../../../contract/schemas/permissions.ts';

interface QuestionPaneProps {
  readonly prompt: Prompt;
  readonly onLeave: () => void;
}

export function QuestionPane({ prompt, onLeave }: QuestionPaneProps) {
  const now = useNow();
  return (
    <section className="pane question-pane" aria-label={t('Waiting for you')}>
      <PaneHead title={t('Waiting for you')} note={t('the first call; its answer is the last step')} />
      <PromptCard key={prompt.id} prompt={prompt} now={now} onLeave={onLeave} />
    </section>
  );
}
