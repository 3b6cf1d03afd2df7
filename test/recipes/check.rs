fn pairs<'a>(words: &[&'a str]) -> Vec<(&'a str, &'a str)> {
    words.chunks(2).map(|pair| (pair[0], pair[1])).collect()
}
fn main() {
    for line in std::io::stdin().lines() {
        let line = line.unwrap();
        let words: Vec<&str> = line.split('\t').collect();
        let count = 2 + 2 * words[1].parse::<usize>().unwrap();
        let (query, body) = sign(&pairs(&words[2..count]), &pairs(&words[count..]), words[0]);
        println!("{query}\t{body}");
    }
}
