// The desktop's own settings for the panel: read from where each of them lives, and changed there.
import { reasonOf } from '../../contract/reason.ts';
import { hubError } from '../../words/hub-error.ts';
import { type LoginFacts, readLogin, setLogin } from './login-item.ts';
import type { DesktopChange, DesktopSettings } from '../../contract/schemas/desktop.ts';
import type { DesktopFileStore } from './desktop-file.ts';
import type { Updates } from './updates.ts';

export interface DesktopSettingsParts {
  readonly file: DesktopFileStore;
  readonly login: LoginFacts;
  readonly updates: Updates;
  trayHost(): string | null;
}

export class DesktopSettingsKeeper {
  readonly #parts: DesktopSettingsParts;

  constructor(parts: DesktopSettingsParts) {
    this.#parts = parts;
  }

  settings(): DesktopSettings {
    const { file, login, updates, trayHost } = this.#parts;
    const { on, note } = readLogin(login);
    const { onClose, updateFeed } = file.content;
    return { onClose, updateFeed, startAtLogin: on, loginNote: note, tray: trayHost() !== null, update: updates.state };
  }

  /** Throws HubError with a sentence where the system refuses. */
  change({ startAtLogin, ...kept }: DesktopChange): DesktopSettings {
    const { file, login, updates } = this.#parts;
    try {
      if (startAtLogin !== undefined) setLogin(login, startAtLogin);
      if (Object.keys(kept).length > 0) file.change(kept);
    } catch (error) {
      throw hubError('ERR_INTERNAL', reasonOf(error));
    }
    if (kept.updateFeed !== undefined) updates.follow(kept.updateFeed);
    return this.settings();
  }

  async lookForUpdates(): Promise<DesktopSettings> {
    await this.#parts.updates.look();
    return this.settings();
  }
}
