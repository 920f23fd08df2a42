import { Group, NativeSelect, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useActing } from '#kit/acting/acting.web.tsx';
import { formatDate } from '#kit/br/date.ts';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { Section } from '#kit/ui/section.web.tsx';
import { useRecordId } from '#kit/ui/use-address.web.ts';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { AnexosDados } from '../responder/evidencias.web.tsx';
import { papeisDoResultado } from '../resultado.ts';
import type { ResultadoNaTela } from '../resultado-na-tela.ts';
import { CienciaDada, DarCiencia } from './ciencia.web.tsx';
import { ComoSeConta, Competencias, Indices, Metas, Papeis, Perguntas } from './numeros.web.tsx';
import { Respondidos } from './respondidos.web.tsx';
import classes from './resultado.module.css';
import { useResultado } from './use-resultado.web.ts';

const LISTA = '/avaliacao/resultados';

/** `/avaliacao/resultados/{id}`: the result of somebody, as its reader may see it. */
export function ResultadoDaAvaliacao() {
  const id = useRecordId() ?? 0;
  const { moduleTitle } = useActing();
  const { data, error, isFetching, refetch } = useResultado(id);
  return (
    <Page
      title={data ? (data.visao === 'avaliado' ? 'O seu resultado' : data.colaborador.nome) : 'Resultado'}
      breadcrumbs={[
        { label: moduleTitle('avaliacao') },
        { label: 'Resultados das Avaliações', to: LISTA },
        { label: data?.avaliacao.titulo ?? 'Resultado' },
      ]}
    >
      {error ? (
        <Paper>
          <Fault message={error.message} onRetry={refetch} isBusy={isFetching} />
        </Paper>
      ) : !data ? (
        <Waiting height={480} />
      ) : (
        <Inteiro key={id} lido={data} />
      )}
    </Page>
  );
}

function Inteiro({ lido }: { lido: ResultadoNaTela }) {
  const { avaliacao, lugar, resultado, exibe, comentarios, visao } = lido;
  const [com, setCom] = useState<number>();
  const { data: outro } = useResultado(com);
  const semNada =
    resultado.competencias.every(({ obtido }) => obtido === null) && resultado.perguntas.every(({ obtido }) => obtido === null);
  return (
    <Stack>
      <Group justify="space-between" align="flex-end" gap="sm">
        <Text c="dimmed" style={{ overflowWrap: 'anywhere', flex: '1 1 240px' }}>
          {[
            avaliacao.titulo,
            `até ${formatDate(avaliacao.dataFim)}`,
            lugar.cargo,
            lugar.area,
            lido.versaoDoModelo !== null && `versão ${lido.versaoDoModelo} do modelo`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        {lido.outros.length > 0 && (
          <NativeSelect
            label="Comparar com"
            value={com ?? ''}
            onChange={({ target }) => setCom(target.value === '' ? undefined : Number(target.value))}
            data={[{ value: '', label: 'Nenhuma' }, ...lido.outros.map((um) => ({ value: String(um.id), label: um.titulo }))]}
            className="vinculo-no-print"
          />
        )}
      </Group>
      {avaliacao.situacao !== 'C' && (
        <Paper p="sm">
          <Text size="sm">A avaliação ainda não foi concluída: estes números mudam enquanto houver respostas a receber.</Text>
        </Paper>
      )}
      {lido.podeDarCiencia && <DarCiencia lido={lido} />}
      {exibe.performance && <Indices lido={lido} outro={outro} />}
      {exibe.performance && <ComoSeConta lido={lido} />}
      {semNada && (
        <Paper>
          <Empty
            message="Não há respostas que se possam mostrar."
            why={
              lido.anonima
                ? 'Respostas anônimas só aparecem em grupos de ao menos três pessoas.'
                : 'Ninguém respondeu a esta avaliação.'
            }
          />
        </Paper>
      )}
      {resultado.competencias.length > 0 && <Competencias lido={lido} outro={outro} />}
      {resultado.perguntas.length > 0 && <Perguntas lido={lido} outro={outro} />}
      {lido.pesos.metas !== null && <Metas lido={lido} />}
      {resultado.papeis.length > 0 && <Papeis lido={lido} />}
      {comentarios.length > 0 && <ComentariosDoResultado lido={lido} />}
      {visao === 'rh' && <Respondidos lido={lido} />}
      <CienciaDada lido={lido} />
    </Stack>
  );
}

const ComentariosDoResultado = ({ lido: { comentarios, maisComentarios } }: { lido: ResultadoNaTela }) => (
  <Section title="Comentários">
    <Stack gap="md">
      {maisComentarios && (
        <Text size="sm" c="dimmed">
          Escreveu-se mais do que cabe aqui: é mostrada uma parte, tirada ao acaso.
        </Text>
      )}
      {comentarios.map(({ competenciaId, perguntaId, sobre, textos }) => (
        <div key={`${competenciaId ?? 'p'}.${perguntaId ?? 'c'}`}>
          <Text fw={600} mb={4} style={{ overflowWrap: 'anywhere' }}>
            {sobre}
          </Text>
          {textos.map(({ papel, nome, texto, evidencias }, n) => (
            <blockquote key={n} className={classes.comment}>
              {texto && <p>{texto}</p>}
              <AnexosDados evidencias={evidencias} />
              <cite>{[nome, papeisDoResultado[papel]].filter(Boolean).join(' · ')}</cite>
            </blockquote>
          ))}
        </div>
      ))}
    </Stack>
  </Section>
);
