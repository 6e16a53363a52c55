// The list of keys, behind `?` and the palette.
import { Button } from '../parts/button.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { ShortcutList } from '../parts/shortcut-list.tsx';
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
      <ShortcutList />
    </Sheet>
  );
}
