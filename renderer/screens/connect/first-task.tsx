// What is left when everything is connected: to say something to the agent.
import { CommandLine } from '../../parts/copy.tsx';
import { t } from '../../words/language.ts';

export function FirstTask() {
  return (
    <section className="connect-block" aria-label={t('A first task')}>
      <p className="muted text-xs">{t('Give your agent a first task; its calls show here and in Traces.')}</p>
      <CommandLine text={t('Open https://example.com in a new tab and tell me its title.')} what={t('a first task')} />
    </section>
  );
}
