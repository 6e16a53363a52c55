// The walls that are proposed for an entry, in words.
import { FolderLock, GlobeLock } from 'lucide-react';
import { Foreign } from '../../../parts/foreign.tsx';
import { t } from '../../../words/language.ts';
import type { Walls } from '../../../../contract/schemas/installs.ts';

export function WallsFacts({ walls }: { walls: Walls }) {
  return (
    <section className="section" aria-label={t('Walls proposed')}>
      <h3>
        {t('Walls proposed')} <small className="subtle">{t('from what it asks for; yours to change')}</small>
      </h3>
      <ul className="asked-things walls-facts">
        {walls === null ? (
          <li>
            <GlobeLock className="icon-14" aria-hidden="true" />
            <span>{t('none: it would run as every program of yours')}</span>
          </li>
        ) : (
          <WallLines walls={walls} />
        )}
      </ul>
    </section>
  );
}

function WallLines({ walls: { network, hosts, folders } }: { walls: NonNullable<Walls> }) {
  return (
    <>
      <li>
        <FolderLock className="icon-14" aria-hidden="true" />
        <span className="subtle">{t('Folders')}</span>
        <span className="fill">
          {folders.length === 0
            ? t('none of your home; those that you name in its form')
            : folders.map(({ path, writable }) => (
                <span key={path} className="block">
                  <Foreign text={path} middle max={60} />{' '}
                  <span className="subtle">{writable ? t('may write') : t('reads only')}</span>
                </span>
              ))}
        </span>
      </li>
      <li>
        <GlobeLock className="icon-14" aria-hidden="true" />
        <span className="subtle">{t('Network')}</span>
        <span className="fill">
          {network === 'none' ? t('none') : network === 'all' ? t('all') : <Foreign text={hosts.join(', ')} />}
        </span>
      </li>
    </>
  );
}
