import { Button, Group, Paper, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useActing } from '#kit/acting/acting.web.tsx';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { useUnsavedGuard } from '#kit/form/use-unsaved-guard.web.ts';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { type Idioma, idiomas } from '#platform/questionario/definition.ts';
import { TranslatedTexts } from '#platform/questionario/editor/translated-texts.web.tsx';
import { modelosAvaliacao } from '../modelos-avaliacao.registry.ts';
import { MAIS_TEXTOS, type TraducoesDasCompetencias } from './traducoes.ts';

const PATH = 'avaliacao/traducoes-competencias';
const KEY = [PATH];
const TITULO = 'Traduções das Competências';
const TODOS = Object.keys(idiomas) as Idioma[];

/** `/avaliacao/traducoes-competencias`: what the sheets of evaluations say in other languages. */
export function TraducoesDasCompetenciasPage() {
  const { moduleTitle } = useActing();
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.get<TraducoesDasCompetencias>(PATH, {}, { silent: true, quiet: true, signal }),
    // What is being written must not change under the fingers.
    refetchOnWindowFocus: false,
    retry: false,
  });
  return (
    <Page
      title={TITULO}
      breadcrumbs={[
        { label: moduleTitle('avaliacao') },
        { label: modelosAvaliacao.title, to: `/avaliacao/${modelosAvaliacao.id}` },
        { label: TITULO },
      ]}
    >
      <Stack gap="md">
        <Text c="dimmed" maw={720}>
          O nome, a observação, os comportamentos e os critérios de cada competência, e os níveis. Quem avalia escolhe o idioma; o
          que não tem tradução aparece em português. Ao mudar um texto em português, a tradução dele precisa ser feita de novo.
        </Text>
        <Paper p="md">
          {isError ? (
            <Fault message="Não foi possível carregar os textos." onRetry={refetch} isBusy={isFetching} />
          ) : !data ? (
            <Waiting height={320} />
          ) : data.textos.length === 0 ? (
            <Empty
              message="Ainda não há textos para traduzir."
              why="As competências vêm de Conhecimentos, Habilidades e Atitudes, em Cargos e Salários."
            />
          ) : (
            <Traducoes lidas={data} />
          )}
        </Paper>
      </Stack>
    </Page>
  );
}

function Traducoes({ lidas: { textos, traducoes, podeEditar } }: { lidas: TraducoesDasCompetencias }) {
  const queries = useQueryClient();
  const [idioma, setIdioma] = useState<Idioma>('en');
  const [escritos, setEscritos] = useState<Readonly<Record<Idioma, ReadonlyMap<string, string>>>>(NADA);
  const [isBusy, setBusy] = useState(false);
  const guardados = (qual: Idioma) =>
    new Map(traducoes.find((uma) => uma.idioma === qual)?.textos.map((um) => [um.de, um.para] as const));
  const mudados = (qual: Idioma) => {
    const antes = guardados(qual);
    return [...escritos[qual]].filter(([de, para]) => para.trim() !== (antes.get(de) ?? ''));
  };
  const porSalvar = TODOS.reduce((sum, qual) => sum + mudados(qual).length, 0);
  useUnsavedGuard(porSalvar > 0);
  const salva = async () => {
    setBusy(true);
    try {
      for (const qual of TODOS) {
        const deles = mudados(qual).map(([de, para]) => ({ de, para }));
        for (let at = 0; at < deles.length; at += MAIS_TEXTOS)
          await api.put(PATH, { idioma: qual, textos: deles.slice(at, at + MAIS_TEXTOS) });
      }
      await queries.refetchQueries({ queryKey: KEY });
      setEscritos(NADA);
      toast.success('Traduções salvas com sucesso.');
    } catch {
      // The client has told it; what was written stays.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <SegmentedControl
          aria-label="Idioma"
          value={idioma}
          onChange={(next) => setIdioma(TODOS.find((um) => um === next) ?? 'en')}
          data={TODOS.map((um) => ({ value: um, label: idiomas[um] }))}
        />
        {podeEditar && (
          <Button
            leftSection={<IconDeviceFloppy size={18} aria-hidden />}
            loading={isBusy}
            disabled={porSalvar === 0}
            onClick={() => void salva()}
          >
            {porSalvar === 0 ? 'Salvar' : `Salvar ${counted(porSalvar, 'tradução', 'traduções')}`}
          </Button>
        )}
      </Group>
      <TranslatedTexts
        key={idioma}
        {...{ idioma, textos }}
        para={new Map([...guardados(idioma), ...escritos[idioma]])}
        isReadOnly={!podeEditar}
        onWrite={(de, para) => setEscritos((agora) => ({ ...agora, [idioma]: new Map([...agora[idioma], [de, para]]) }))}
      />
    </Stack>
  );
}

const NADA: Readonly<Record<Idioma, ReadonlyMap<string, string>>> = { en: new Map(), es: new Map() };
