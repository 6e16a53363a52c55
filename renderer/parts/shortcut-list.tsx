// All keys that the panel knows, in groups.
import { shortcutGroups } from '../words/shortcut-words.ts';

export function ShortcutList() {
  return (
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
  );
}
