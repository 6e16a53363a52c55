// In German: why the panel of another hub is not shown.
import type { FleetPanelReasons } from '../../contract/fleet-panel-reasons.ts';
import type { Words } from '../reason.ts';

export const fleetPanelWords: Words<FleetPanelReasons> = {
  'panel-of-hub-not-allowed':
    '{whose} zeigt {hub} sein Panel nicht; sein Besitzer kann es dort mit `pilothouse grants allow --hub {hub} --scope hub:panel` erlauben.',
  'panel-request-of-owner': 'Dies ist das Panel von {whose}; das kann nur sein Besitzer, an jenem Rechner.',
  'panel-answer-not-allowed':
    '{hub} darf das Panel von {whose} ansehen, aber dessen Fragen nicht beantworten; sein Besitzer kann es dort mit `pilothouse grants allow --hub {hub} --scope hub:answer` erlauben.',
  'panel-answer-of-owner':
    'Eine Antwort, die länger gilt, kann nur der Besitzer von {whose} geben, an jenem Rechner; hier für diesen Aufruf, einmal oder bis der Agent geht antworten.',
  'panel-of-other-version':
    'Auf {whose} läuft Pilothouse {there}, hier {here}; Panels öffnen sich nur zwischen Hubs derselben Version. Den älteren aktualisieren.',
  'panel-views-full': '{whose} zeigt davon {most} zugleich; eines schließen, dann noch einmal versuchen.',
  'panel-of-hub-away':
    '{whose} antwortet nicht; vielleicht schläft der Rechner oder ist offline. Noch einmal versuchen, sobald er unter „Flotte“ online ist.',
  'panel-of-hub-gone': '{whose} zeigt sein Panel nicht mehr; der Hub wurde beendet oder hat die Flotte verlassen.',
  'panel-of-hub-behind': 'Etwas von {whose} ging unterwegs verloren; das Panel fragt neu danach.',
  'panel-of-hub-unreadable': 'Was {whose} sagte, ist hier nicht lesbar; beide Hubs auf dieselbe Version bringen.',
  'no-fleet': 'Dieser Hub ist in keiner Flotte; unter „Flotte“ oder mit `pilothouse fleet join` einer beitreten.',
};
