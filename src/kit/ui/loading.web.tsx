import { Loader, Paper, Portal, Text } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { activity } from '#kit/client/client.web.ts';
import classes from './loading.module.css';

/** 'Carregando...' while requests are under way and 500 ms after the last; stands once, in the application's frame. */
export function LoadingOverlay() {
  const isBusy = useSyncExternalStore(activity.subscribe, () => activity.count() > 0);
  return (
    <Portal>
      <div role="status" aria-live="polite" className={classes.host}>
        {isBusy && (
          <Paper className={classes.box} shadow="md">
            <Loader size="xs" aria-hidden="true" />
            <Text size="sm" fw={500}>
              Carregando...
            </Text>
          </Paper>
        )}
      </div>
    </Portal>
  );
}

/** The placeholder of a screen that is loading. */
export function ScreenLoading() {
  return (
    <div className={classes.screen} role="status">
      <Loader size="sm" aria-hidden="true" />
      <span>Carregando...</span>
    </div>
  );
}
