// The keys that the panel knows, as they are listed.
import { answerLetters } from './answer-words.ts';
import { t } from './language.ts';

export interface ShortcutGroup {
  readonly title: string;
  readonly keys: readonly (readonly [keys: string, does: string])[];
}

export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    title: t('Everywhere'),
    keys: [
      [t('Ctrl K'), t('search or run a command')],
      ['?', t('this list')],
      [
        'G O',
        t(
          'Overview; then T B F P A S L H C K M D for Traces, Tabs, Fleet, Permissions, Agents, Servers, Tools, Chat, Connect, Catalogue, Models, Doctor',
        ),
      ],
      [t('Ctrl ,'), t('Settings')],
      [t('Ctrl Shift P'), t('pause all agents, or let them run')],
      ['P', t('the oldest question')],
      ['F6', t('next region: title bar, navigation, list, detail, status bar')],
    ],
  },
  {
    title: t('In lists'),
    keys: [
      ['J K', t('next, previous; arrows, Home and End too')],
      ['/', t('filter; Escape leaves it, a second Escape clears it')],
      [t('Escape'), t('close the detail')],
    ],
  },
  {
    title: t('Questions'),
    keys: [
      [`${answerLetters.allow} ${answerLetters.deny}`, t('allow, deny')],
      ['1 2 3 4 5', t('for how long')],
      ['↑ ↓', t('how much')],
      ['J', t('next question')],
      [t('Escape'), t('leave it waiting')],
    ],
  },
  {
    title: t('Traces'),
    keys: [
      [t('Space'), t('pause the view')],
      ['F', t('follow')],
      ['X', t('pin')],
      ['C', t('compare with')],
      ['R', t('send it again')],
    ],
  },
  {
    title: t('Chat'),
    keys: [
      ['N', t('new conversation')],
      [t('Enter'), t('send; with Shift a new line')],
      ['↑', t('in an empty field, edit the last question')],
      [t('Ctrl M'), t('choose the model')],
      [t('Escape'), t('stop the answer, or leave its question waiting')],
      ['E R B', t('edit the question, ask again, branch')],
      [t('Alt {allow} / {deny}', answerLetters), t('allow, deny, while something is typed')],
    ],
  },
  {
    title: t('Doctor'),
    keys: [
      ['F5', t('check again')],
      ['R', t('repair the first step that failed')],
      ['C', t('copy the diagnostics')],
    ],
  },
  {
    title: t('Tabs'),
    keys: [
      ['T', t('take over')],
      ['M', t('give to')],
      ['R', t('release')],
      [t('Delete'), t('close')],
    ],
  },
  {
    title: t('Fleet'),
    keys: [[t('Enter'), t('open the panel of the chosen hub')]],
  },
  {
    title: t('Models'),
    keys: [
      ['T', t('test it')],
      ['D', t('use its model in Chat')],
      [t('Delete'), t('remove it')],
    ],
  },
  {
    title: t('Plugins'),
    keys: [[t('Delete'), t('forget it')]],
  },
  {
    title: t('Catalogue'),
    keys: [
      [t('Enter'), t('add what is chosen')],
      ['O', t('sources')],
      [t('Ctrl .'), t('cancel the chosen install')],
      [t('Ctrl Enter'), t('approve and start')],
    ],
  },
  {
    title: t('Connect'),
    keys: [
      ['1 2 3 4 5', t('to that step of the ladder')],
      ['R', t('repair what is broken')],
      ['C', t('copy the snippet')],
      [t('Space'), t('switch the chosen agent')],
      [t('Enter'), t('show its change')],
      ['← →', t('in a narrow window, the next part')],
    ],
  },
];
