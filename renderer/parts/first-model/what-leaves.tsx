// What leaves this machine, with a model on it and with one behind a key.
import { ArrowUpRight, Lock } from 'lucide-react';
import { t } from '../../words/language.ts';

type Fate = 'stays' | 'sent' | 'sent-to-chosen' | 'tool';

const rows: readonly (readonly [what: string, local: Fate, remote: Fate])[] = [
  [t('Your messages and attached files'), 'stays', 'sent-to-chosen'],
  [t('Names and descriptions of the chosen tools'), 'stays', 'sent'],
  [t('Results of tools, including web pages'), 'stays', 'sent'],
  [t('What a tool itself sends'), 'tool', 'tool'],
  [t('Keys, traces, other conversations'), 'stays', 'stays'],
];

const fateWords: Readonly<Record<Fate, string>> = {
  stays: t('stays here'),
  sent: t('sent'),
  'sent-to-chosen': t('sent to the provider you chose'),
  tool: t('up to the tool'),
};

export function WhatLeaves() {
  return (
    <section aria-label={t('What leaves this machine')}>
      <h3>{t('What leaves this machine')}</h3>
      <table className="grid-table what-leaves" aria-label={t('What leaves this machine')}>
        <thead>
          <tr>
            <th scope="col">{t('What')}</th>
            <th scope="col">{t('Model on this machine')}</th>
            <th scope="col">{t('Model with a key')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([what, local, remote]) => (
            <tr key={what}>
              <td className="muted">{what}</td>
              <td>
                <FateCell fate={local} />
              </td>
              <td>
                <FateCell fate={remote} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="subtle text-xs mt-2">{t('The message field says where a message goes before you send it.')}</p>
    </section>
  );
}

function FateCell({ fate }: { fate: Fate }) {
  if (fate === 'tool') return <span className="muted">{fateWords.tool}</span>;
  const Icon = fate === 'stays' ? Lock : ArrowUpRight;
  return (
    <span className={`where-it-goes ${fate === 'stays' ? '' : 'leaves'}`}>
      <Icon className="icon-12" aria-hidden="true" />
      {fateWords[fate]}
    </span>
  );
}
