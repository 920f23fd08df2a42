import { Alert, Button, Grid, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconGridDots, IconSearch } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { fold } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { usePhone } from '#kit/ui/phone.web.ts';
import { Section } from '#kit/ui/section.web.tsx';
import { useTouchDrag } from '#kit/ui/touch-drag.web.ts';
import { GestoresDoNineBox } from './gestores.web.tsx';
import classes from './grade.module.css';
import { Grade, Rosto } from './grade.web.tsx';
import { Moldura } from './moldura.web.tsx';
import { MoverDialog } from './mover.web.tsx';
import { MovimentosDoNineBox } from './movimentos.web.tsx';
import { type Caixa, desenho } from './ninebox.rules.ts';
import type { PessoaNoQuadro, QuadroNineBox } from './ninebox.ts';
import { PessoasDasCaixas } from './pessoas.web.tsx';
import { NINE_BOX, useQuadro } from './quadro.web.ts';

/** How often, in ms, the screen asks whether somebody else has moved anybody. */
const PERGUNTA = 4_000;
/** People that a box shows by name; the list below has them all. */
const NA_CAIXA = 40;
/** Of a phone, where boxes are narrow. */
const ROSTOS_NA_CAIXA = 6;
/** ms that a finger rests on somebody before it drags them. */
const SEGURA = 250;

/** `/avaliacao/ninebox/calibragem`: who was placed where is discussed and moved, each time with a reason. */
export function Calibragem() {
  const lido = useQuadro();
  return (
    <Moldura
      title="Calibragem"
      lido={lido}
      actions={({ id }) => (
        <Button
          component={Link}
          variant="default"
          leftSection={<IconGridDots size={18} stroke={1.8} aria-hidden />}
          to={`/${NINE_BOX}/chart?id=${id}`}
        >
          Ver o quadro
        </Button>
      )}
    >
      {(quadro) => <Sala quadro={quadro} lido={lido} />}
    </Moldura>
  );
}

interface Proposta {
  pessoa: PessoaNoQuadro;
  para: Caixa | null;
}

/** Follows what others move, and says so. `minha` is the number of the own last move. */
function useAcompanha(quadro: QuadroNineBox) {
  const { empresaId } = useActing();
  const client = useQueryClient();
  const minha = useRef(0);
  const dito = useRef(quadro.ultimo);
  const { data } = useQuery({
    queryKey: ['ninebox', empresaId, quadro.id, 'ultimo'],
    queryFn: () =>
      api.get<{ ultimo: number; situacao: string }>(
        `${NINE_BOX}/${quadro.id}/ultimo-movimento`,
        {},
        { quiet: true, silent: true },
      ),
    refetchInterval: PERGUNTA,
    retry: false,
  });
  useEffect(() => {
    if (!data || (data.ultimo === quadro.ultimo && data.situacao === quadro.situacao)) return;
    if (data.ultimo > Math.max(minha.current, dito.current)) {
      dito.current = data.ultimo;
      toast.info('Outra pessoa moveu alguém: o quadro foi atualizado.', 'Calibragem');
    }
    void client.invalidateQueries({ queryKey: ['ninebox', empresaId, quadro.id] });
  }, [data, quadro.ultimo, quadro.situacao, quadro.id, empresaId, client]);
  return {
    async refaz() {
      await client.invalidateQueries({ queryKey: ['ninebox', empresaId, quadro.id] });
    },
    async movi() {
      // Its number is known when the grid has been read again.
      minha.current = Number.MAX_SAFE_INTEGER;
      await client.invalidateQueries({ queryKey: ['ninebox', empresaId, quadro.id] });
      const { ultimo } = await api.get<{ ultimo: number }>(
        `${NINE_BOX}/${quadro.id}/ultimo-movimento`,
        {},
        { quiet: true, silent: true },
      );
      minha.current = ultimo;
    },
  };
}

function Sala({ quadro, lido }: { quadro: QuadroNineBox; lido: ReturnType<typeof useQuadro> }) {
  const { escolhidas, alterna } = lido;
  const { podeCalibrar, pessoas } = quadro;
  const isPhone = usePhone();
  const lista = useRef<HTMLDivElement>(null);
  const [busca, setBusca] = useState('');
  const [arrastada, setArrastada] = useState<PessoaNoQuadro | null>(null);
  const [proposta, setProposta] = useState<Proposta | null>(null);
  const { movi, refaz } = useAcompanha(quadro);
  const procurada = fold(busca.trim());
  const daCaixa = (caixa: Caixa) =>
    (pessoas ?? []).filter((pessoa) => pessoa.caixa === caixa && (procurada === '' || fold(pessoa.nome).includes(procurada)));
  const propoe = (pessoa: PessoaNoQuadro, para: Caixa | null = null) => setProposta({ pessoa, para });
  const comNomes = pessoas !== null && !isPhone;
  const solta = (pessoa: PessoaNoQuadro, caixa: Caixa) => caixa !== pessoa.caixa && propoe(pessoa, caixa);
  const presente =
    proposta && (pessoas?.find(({ colaboradorId }) => colaboradorId === proposta.pessoa.colaboradorId) ?? proposta.pessoa);
  const pessoasDasCaixas = (
    <PessoasDasCaixas ref={lista} quadro={quadro} caixas={escolhidas} onMove={podeCalibrar ? propoe : undefined} />
  );
  return (
    <>
      {quadro.situacao === 'F' && (
        <Alert color="gray" title="Calibragem encerrada">
          Ninguém mais muda de quadrante. Quem calibra pode reabri-la na página do Nine Box.
        </Alert>
      )}
      <Section
        title="Quadrantes"
        note={
          podeCalibrar
            ? comNomes
              ? 'Arraste uma pessoa para outro quadrante, ou escolha-a e tecle Enter; com Ctrl e uma seta ela vai para o quadrante ao lado. Toda mudança pede um motivo.'
              : pessoas === null
                ? 'Escolha um quadrante e mude as pessoas pela lista. Toda mudança pede um motivo.'
                : 'Segure o rosto de uma pessoa e leve-a a outro quadrante, ou mude-a pela lista. Toda mudança pede um motivo.'
            : 'Quem foi calibrado aparece com a borda tracejada.'
        }
        aside={
          comNomes && (
            <TextInput
              aria-label="Destacar pessoa no quadro"
              placeholder="Buscar no quadro"
              leftSection={<IconSearch size={16} aria-hidden="true" />}
              value={busca}
              onChange={(event) => setBusca(event.currentTarget.value)}
            />
          )
        }
      >
        <Grade
          quadro={quadro}
          escolhidas={escolhidas}
          onEscolhe={(caixa) => {
            alterna(caixa);
            if (!escolhidas.has(caixa)) lista.current?.scrollIntoView({ behavior: 'smooth', block: 'start' });
          }}
          aceita={(caixa) => arrastada !== null && arrastada.caixa !== caixa}
          onSolta={(caixa) => arrastada && solta(arrastada, caixa)}
          conteudo={
            pessoas !== null
              ? (caixa) => (
                  <PessoasNaCaixa
                    pessoas={daCaixa(caixa)}
                    quadro={quadro}
                    onArrasta={setArrastada}
                    onPropoe={propoe}
                    onSolta={solta}
                    isShort={isPhone}
                    arrastada={arrastada}
                  />
                )
              : undefined
          }
        />
      </Section>
      {isPhone && pessoasDasCaixas}
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <GestoresDoNineBox quadro={quadro} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <MovimentosDoNineBox quadro={quadro} />
        </Grid.Col>
      </Grid>
      {!isPhone && pessoasDasCaixas}
      {proposta && presente && (
        <MoverDialog
          quadro={quadro}
          pessoa={presente}
          para={proposta.para}
          onAtrasado={refaz}
          onClose={(feito) => {
            setProposta(null);
            if (feito) void movi();
          }}
        />
      )}
    </>
  );
}

interface NaCaixaProps {
  quadro: QuadroNineBox;
  pessoas: readonly PessoaNoQuadro[];
  arrastada: PessoaNoQuadro | null;
  onArrasta(pessoa: PessoaNoQuadro | null): void;
  onPropoe(pessoa: PessoaNoQuadro, para?: Caixa | null): void;
  onSolta(pessoa: PessoaNoQuadro, caixa: Caixa): void;
  /** faces without names, where boxes are narrow */
  isShort: boolean;
}

/** Which box an arrow leads to from another, as the grid is drawn. */
function aoLado(quadro: QuadroNineBox, caixa: Caixa, tecla: string): Caixa | undefined {
  const { linhas } = desenho(quadro.vertical === 'desempenho');
  const linha = linhas.findIndex((caixas) => caixas.includes(caixa));
  const coluna = linhas[linha]?.indexOf(caixa) ?? 0;
  const passo = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[tecla];
  return passo && linhas[linha + (passo[0] as number)]?.[coluna + (passo[1] as number)];
}

function PessoasNaCaixa({ quadro, pessoas, arrastada, onArrasta, onPropoe, onSolta, isShort }: NaCaixaProps) {
  const { ref, begin } = useTouchDrag<HTMLUListElement>();
  const mostradas = isShort ? ROSTOS_NA_CAIXA : NA_CAIXA;
  if (pessoas.length === 0) return null;
  const { podeCalibrar } = quadro;
  return (
    <ul ref={ref} className={classes.pessoas} data-curta={isShort || undefined}>
      {pessoas.slice(0, mostradas).map((pessoa) => (
        <li key={pessoa.colaboradorId}>
          <UnstyledButton
            // A true button cannot be dragged in Firefox.
            component="div"
            role="button"
            tabIndex={0}
            className={classes.pessoa}
            data-movida={pessoa.caixa !== pessoa.calculada || undefined}
            data-arrastada={arrastada?.colaboradorId === pessoa.colaboradorId || undefined}
            title={pessoa.nome}
            draggable={podeCalibrar}
            {...(podeCalibrar ? {} : { 'aria-disabled': true })}
            onClick={() => podeCalibrar && onPropoe(pessoa)}
            onKeyDown={(event) => {
              if (podeCalibrar && (event.key === 'Enter' || event.key === ' ')) {
                event.preventDefault();
                return onPropoe(pessoa);
              }
              const para = event.ctrlKey && podeCalibrar ? aoLado(quadro, pessoa.caixa, event.key) : undefined;
              if (para === undefined) return;
              event.preventDefault();
              onPropoe(pessoa, para);
            }}
            onDragStart={(event) => {
              event.dataTransfer.setData('application/x-vinculo-pessoa', String(pessoa.colaboradorId));
              event.dataTransfer.effectAllowed = 'move';
              onArrasta(pessoa);
            }}
            onDragEnd={() => onArrasta(null)}
            onPointerDown={(event) =>
              podeCalibrar &&
              begin(event, {
                label: pessoa.nome,
                hold: SEGURA,
                onStart: () => onArrasta(pessoa),
                onDrop: (caixa) => onSolta(pessoa, Number(caixa) as Caixa),
                onEnd: () => onArrasta(null),
              })
            }
          >
            <span className="vinculo-hidden">
              {`${pessoa.nome}${pessoa.caixa === pessoa.calculada ? '' : ', calibrado'}${podeCalibrar ? ': mudar de quadrante' : ''}`}
            </span>
            <span aria-hidden="true">
              <Rosto pessoa={pessoa} size={isShort ? 32 : 26} />
            </span>
            <span className={classes.nome} aria-hidden="true">
              {pessoa.nome}
            </span>
          </UnstyledButton>
        </li>
      ))}
      {pessoas.length > mostradas && (
        <Text component="li" size="xs" px={8}>
          {isShort ? `+${pessoas.length - mostradas}` : `e mais ${pessoas.length - mostradas}, na lista abaixo`}
        </Text>
      )}
    </ul>
  );
}
