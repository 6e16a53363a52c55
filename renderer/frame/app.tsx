// The frame around every screen, and what stands there before the first snapshot.
import { Suspense, useEffect } from 'react';
import { usePanel } from '../parts/panel-context.tsx';
import { Shape } from '../parts/shape.tsx';
import { waitingCount } from '../store/attention.ts';
import { t } from '../words/language.ts';
import { screenWords } from '../words/screen-words.ts';
import { Banner } from './banner.tsx';
import { useGoKeys } from './go-keys.ts';
import { isCommand, useShortcut } from './keys.ts';
import { LiveRegion } from './live-region.tsx';
import { Notices } from './notices.tsx';
import { useRegionKeys } from './region-keys.ts';
import { goTo, type Screen, useRoute } from './route.ts';
import { ScreenBoundary } from './screen-boundary.tsx';
import { loadAllScreens, screenParts } from './screens.ts';
import { SideNav } from './side-nav.tsx';
import { StatusBar } from './status-bar.tsx';
import { TitleBar } from './title-bar.tsx';

export function App() {
  const ready = usePanel(state => state.snapshot !== null);
  const refused = usePanel(state => (state.link.kind === 'refused' ? state.link.sentence : null));
  if (refused !== null) return <Gate title={t('This page may not speak with the hub')} text={refused} />;
  if (!ready) return <ConnectingGate />;
  return <Frame />;
}

function Frame() {
  const { screen, id } = useRoute();
  const link = usePanel(state => state.link.kind);
  const remote = usePanel(state => state.snapshot?.hub.remote?.hub);
  const Part = screenParts[screen];
  useGoKeys();
  useShortcut(
    event => event.key === ',' && isCommand(event) && !event.altKey && !event.shiftKey,
    () => goTo('settings'),
  );
  useRegionKeys();
  useTitle(screen);
  // After the first drawing, of which it is no part.
  useEffect(loadAllScreens, []);
  return (
    <div className="app-frame" data-link={link} data-remote={remote}>
      <TitleBar />
      <Banner />
      <SideNav screen={screen} />
      <main className="main">
        <ScreenBoundary key={screen} screen={screen}>
          <Suspense fallback={null}>
            <Part selected={id} />
          </Suspense>
        </ScreenBoundary>
      </main>
      <StatusBar />
      <Notices />
      <LiveRegion />
    </div>
  );
}

/** The window's title says what waits, for the task bar and the list of tabs. */
function useTitle(screen: Screen): void {
  const waiting = usePanel(state => (state.snapshot ? waitingCount(state.snapshot) : 0));
  const remote = usePanel(state => state.snapshot?.hub.remote?.hub);
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${screenWords[screen]} · ${remote === undefined ? '' : `${remote} · `}Pilothouse`;
  }, [screen, waiting, remote]);
}

function ConnectingGate() {
  const lost = usePanel(state => state.link.kind === 'lost');
  const why = usePanel(state => (state.link.kind === 'lost' ? state.link.why : undefined));
  if (why !== undefined)
    return (
      <Gate
        title={t('The panel of another hub cannot be shown')}
        text={`${why} ${t('This page tries again by itself.')}`}
      />
    );
  if (lost)
    return (
      <Gate
        title={t('The hub does not answer')}
        text={t('Start it with `npm start`. This page tries again by itself.')}
      />
    );
  return (
    <Gate title={t('Connecting to the hub')} text={t('The panel appears as soon as the hub has sent its state.')} />
  );
}

function Gate({ title, text }: { title: string; text: string }) {
  return (
    <main className="gate">
      <div role="status">
        <h1 className="text-lg flex items-center gap-2">
          <span className="attention text-attention">
            <Shape tone="attention" />
          </span>
          {title}
        </h1>
        <p className="muted mt-1">{text}</p>
      </div>
    </main>
  );
}
