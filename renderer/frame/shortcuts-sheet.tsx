// The list of keys, behind `?` and the palette.
import { Button } from '../parts/button.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { shortcutGroups } from '../words/shortcut-words.ts';
import { t } from '../words/language.ts';

export function ShortcutsSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Sheet
      title={t('Keyboard shortcuts')}
      text={t('Single letters work while no field has the focus; Settings switches them off.')}
      open={open}
      onClose={onClose}
      footer={
        <Button data-first onClick={onClose}>
          {t('Close')}
        </Button>
      }
    >
      <div className="shortcuts">
        {shortcutGroups.map(({ title, keys }) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <dl>
              {keys.map(([key, does]) => (
                <div key={key} className="contents">
                  <dt>
                    {key.split(' ').map(part => (
                      <kbd key={part}>{part}</kbd>
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Sheet>
  );
}
