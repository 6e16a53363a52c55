// A file that is dropped anywhere on the screen: while it is dragged over the page, the page says what will become of it.
import { PackageOpen } from 'lucide-react';
import { useEffect, useState } from 'react';
import { t } from '../../words/language.ts';
import { Progress } from '../progress.tsx';
import type { OpenBundle } from './use-open-bundle.ts';

function holdsFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}

export function BundleDrop({ bundles: { share, open } }: { bundles: OpenBundle }) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    // It leaves the page only where nothing of the page is entered instead.
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (file) open(file);
    };
    document.addEventListener('dragover', over);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', drop);
    };
  }, [open]);
  if (!isOver && share === null) return null;
  return (
    <div className="drop-here" role="status">
      <PackageOpen aria-hidden="true" />
      <p>{share === null ? t('Drop it to open the bundle; nothing of it runs.') : t('The bundle is being opened.')}</p>
      {share === null ? null : <Progress label={t('How much of the bundle has gone to the hub')} share={share} />}
    </div>
  );
}
