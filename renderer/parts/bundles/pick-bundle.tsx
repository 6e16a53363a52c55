// "Open bundle…": a bundle picked by the dialog of the system.
import { PackageOpen } from 'lucide-react';
import { useRef } from 'react';
import { t } from '../../words/language.ts';
import { ActButton, type ButtonProps } from '../button.tsx';
import type { OpenBundle } from './use-open-bundle.ts';

interface PickBundleProps extends Pick<ButtonProps, 'look'> {
  readonly bundles: OpenBundle;
  /** In narrow windows only its icon stays. */
  readonly shrinks?: boolean;
}

export function PickBundle({ bundles, look, shrinks = false }: PickBundleProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <ActButton
        look={look}
        icon={PackageOpen}
        title={t('A .mcpb or .dxt file; drop one anywhere here, too')}
        disabled={bundles.share !== null}
        onClick={() => input.current?.click()}
      >
        <span className={shrinks ? 'visually-hidden-when-narrow' : undefined}>{t('Open bundle…')}</span>
      </ActButton>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('Bundle to open')}
        accept=".mcpb,.dxt"
        onChange={event => {
          const file = event.target.files?.[0];
          if (file) bundles.open(file);
          event.target.value = '';
        }}
      />
    </>
  );
}
