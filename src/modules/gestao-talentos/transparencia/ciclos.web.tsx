import { Anchor, Badge, Button, Group, Text } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { useCan } from '#kit/acting/authority.web.tsx';
import { formatDate } from '#kit/br/date.ts';
import { api } from '#kit/client/client.web.ts';
import { ScreenLoading } from '#kit/ui/loading.web.tsx';
import { Section } from '#kit/ui/section.web.tsx';
import { useAddress } from '#kit/ui/use-address.web.ts';
import classes from './transparencia.module.css';
import { type Ciclo, cicloDe, type Etapa, type EtapaId, etapasDe, type Semestre } from './transparencia.rules.ts';

const PATH = '/api/gestao-talentos/ciclos-transparencia-salarial';

type Registro = Ciclo & { id: number; versao: number };

const anterior = ({ ano, semestre }: { ano: number; semestre: Semestre }) =>
  semestre === '2' ? { ano, semestre: '1' as const } : { ano: ano - 1, semestre: '2' as const };

const estados: Readonly<Record<Etapa['estado'], { texto: string; cor: string }>> = {
  concluida: { texto: 'Concluída', cor: 'teal' },
  atrasada: { texto: 'Atrasada', cor: 'red' },
  proxima: { texto: 'No prazo', cor: 'orange' },
  futura: { texto: 'Ainda não começou', cor: 'gray' },
};

/** The checklist of the half-year and of the one before; each step is stored as the day on which it was done. */
export function Ciclos() {
  const { context } = useActing();
  const atual = cicloDe(context.today);
  const [qual, setQual] = useAddress('ciclo');
  const noAnterior = qual === 'anterior';
  const [ciclo, outro] = noAnterior ? [anterior(atual), atual] : [atual, anterior(atual)];
  const nome = ({ ano, semestre }: typeof ciclo) => `${semestre}º semestre de ${ano}`;
  return (
    <Section
      title={`Etapas do ${nome(ciclo)}`}
      note="Lei 14.611/2023: fevereiro e agosto para informar, março e setembro para publicar."
      aside={
        <Group gap="md">
          <Button size="xs" variant="default" onClick={() => setQual(noAnterior ? '' : 'anterior')}>
            Ver {nome(outro)}
          </Button>
          <Anchor component={Link} to="/gestao-talentos/ciclos-transparencia-salarial" size="sm">
            Todos os ciclos
          </Anchor>
        </Group>
      }
    >
      <Etapas key={`${ciclo.ano}-${ciclo.semestre}`} {...ciclo} />
    </Section>
  );
}

function Etapas({ ano, semestre }: { ano: number; semestre: Semestre }) {
  const { context, empresaId } = useActing();
  const can = useCan();
  const queries = useQueryClient();
  const [busy, setBusy] = useState<EtapaId | null>(null);
  const chave = ['ciclo-transparencia', empresaId, ano, semestre];
  const { data: registro, isPending } = useQuery({
    queryKey: chave,
    queryFn: async () => {
      const [found] = await api.get<{ id: number }[]>(PATH, { anoIni: ano, anoFim: ano, semestre }, { quiet: true });
      return found ? api.get<Registro>(`${PATH}/${found.id}`, {}, { quiet: true }) : null;
    },
    retry: false,
  });
  if (isPending) return <ScreenLoading />;
  const mark = async (id: EtapaId, dia: string | null) => {
    setBusy(id);
    try {
      if (registro) {
        const { id: registroId, ...rest } = registro;
        await api.put(`${PATH}/${registroId}`, { ...rest, [id]: dia });
      } else await api.post(PATH, { ano, semestre, [id]: dia });
      await queries.invalidateQueries({ queryKey: chave });
    } catch {
      // the client has shown the failure; the list below shows what is stored
      await queries.invalidateQueries({ queryKey: chave });
    } finally {
      setBusy(null);
    }
  };
  const mayEdit = can('ROLE_CAD_CICLO_TRANSPARENCIA_EDITAR');
  return (
    <ol className={classes.etapas}>
      {etapasDe(ano, semestre, registro ?? null, context.today).map((etapa) => {
        const { texto, cor } = estados[etapa.estado];
        const feita = etapa.concluidaEm !== null;
        const Icon = feita ? IconCircleCheckFilled : IconCircle;
        return (
          <li key={etapa.id}>
            <Icon size={22} aria-hidden="true" className={feita ? classes.feita : classes.aberta} />
            <div className={classes.texto}>
              <Text fw={600} size="sm">
                {etapa.titulo}
              </Text>
              <Text size="xs" c="dimmed">
                {etapa.orientacao}
              </Text>
            </div>
            <Text size="sm" className={classes.prazo}>
              {feita ? `Em ${formatDate(etapa.concluidaEm ?? '')}` : `Até ${formatDate(etapa.prazo)}`}
            </Text>
            <Badge variant="light" color={cor} c="var(--mantine-color-text)">
              {texto}
            </Badge>
            {mayEdit && (
              <Button
                size="xs"
                className={classes.acao}
                variant={feita ? 'subtle' : 'default'}
                loading={busy === etapa.id}
                aria-label={`${feita ? 'Desfazer' : 'Concluir hoje'}: ${etapa.titulo}`}
                onClick={() => void mark(etapa.id, feita ? null : context.today)}
              >
                {feita ? 'Desfazer' : 'Concluir hoje'}
              </Button>
            )}
          </li>
        );
      })}
    </ol>
  );
}
