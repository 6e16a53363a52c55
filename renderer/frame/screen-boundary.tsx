// Keeps the frame standing when a screen cannot be drawn: says which one and why, and offers to draw it again.
import { Component, type ReactNode } from 'react';
import { errorSentence } from '../link/panel-error.ts';
import { Button } from '../parts/button.tsx';
import { Empty } from '../parts/layout.tsx';
import { t } from '../words/language.ts';
import { screenWords } from '../words/screen-words.ts';
import type { Screen } from './route.ts';

interface BoundaryState {
  readonly sentence: string | null;
}

export class ScreenBoundary extends Component<
  { readonly screen: Screen; readonly children: ReactNode },
  BoundaryState
> {
  override state: BoundaryState = { sentence: null };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { sentence: errorSentence(error) };
  }

  override render(): ReactNode {
    const { sentence } = this.state;
    if (sentence === null) return this.props.children;
    return (
      <Empty
        title={t('The screen {screen} could not be drawn', { screen: screenWords[this.props.screen] })}
        text={t('{sentence}. The hub keeps running.', { sentence })}
      >
        <Button onClick={() => this.setState({ sentence: null })}>{t('Draw it again')}</Button>
      </Empty>
    );
  }
}
