import { Button, Loader } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { connection } from '#kit/client/connection.web.ts';
import classes from './layout.module.css';

/** Says that the server is out of reach while it is; what failed meanwhile is asked for again afterwards. */
export function OfflineBar() {
  const queries = useQueryClient();
  const isLost = useSyncExternalStore(connection.subscribe, connection.isLost);
  const [isTrying, setTrying] = useState(false);
  useEffect(() => {
    const back = () => void connection.retry();
    window.addEventListener('offline', connection.lost);
    window.addEventListener('online', back);
    return () => {
      window.removeEventListener('offline', connection.lost);
      window.removeEventListener('online', back);
    };
  }, []);
  useEffect(() => {
    if (!isLost) return;
    return () => void queries.refetchQueries({ predicate: ({ state }) => state.status === 'error', type: 'active' });
  }, [isLost, queries]);
  const tryNow = async () => {
    setTrying(true);
    await connection.retry();
    setTrying(false);
  };
  return (
    <div role="status" className="vinculo-no-print">
      {isLost && (
        <div className={classes.offline}>
          <Loader flex="none" size={14} color="currentColor" aria-hidden="true" />
          <span>
            <b>Sem conexão.</b> O que você digitou continua aqui; tentamos de novo sozinhos.
          </span>
          <Button flex="none" size="compact-sm" variant="white" color="dark" loading={isTrying} onClick={() => void tryNow()}>
            Tentar agora
          </Button>
        </div>
      )}
    </div>
  );
}
